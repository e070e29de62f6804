/** Images: the parts of their names, and what may move under them. */
import {
  effectiveTag,
  hasPlaceholder,
  type ImageReference,
  kustomizeImageName,
  parseImageReference,
} from '../../kubernetes/index.ts';
import type { ResourceIndex } from '../index/resource-index.ts';
import type { Node } from '../node.ts';
import { imagesOf, isFilledIn, type Pod } from '../pod.ts';
import type { Insight } from './insight.ts';
import { code, paragraphs } from './wording.ts';

/** Of every image of a pod; none for names that aren't complete or refused. */
export function imageInsights(pod: Pod, index: ResourceIndex): Insight[] {
  if (isFilledIn(pod)) return [];
  return imagesOf(pod).flatMap((image) => {
    const at = image as Node;
    const text = at.string();
    const reference = text === undefined ? undefined : referenceOf(text);
    if (text === undefined || !reference) return [];
    return [
      {
        at,
        text: paragraphs(partsText(text, reference), movesText(reference), rewrittenText(text, pod, index)),
      },
    ];
  });
}

function referenceOf(text: string): ImageReference | undefined {
  const result = hasPlaceholder(text) ? { problem: '' } : parseImageReference(text);
  return 'reference' in result ? result.reference : undefined;
}

function partsText(text: string, reference: ImageReference): string {
  const { domain, path, digest } = reference;
  const tag = effectiveTag(reference);
  const isDefault = !text.startsWith(`${domain}/`);
  return [
    domain && `registry ${code(domain)}${isDefault ? ' (the default)' : ''}`,
    `repository ${code(path)}`,
    tag && `tag ${code(tag)}${reference.tag === undefined ? ' (the default)' : ''}`,
    digest && `digest ${code(shortDigest(digest))}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** The algorithm and twelve digits, as `docker images --digests` readers know them. */
function shortDigest(digest: string): string {
  const colon = digest.indexOf(':');
  return digest.length > colon + 13 ? `${digest.slice(0, colon + 13)}…` : digest;
}

function movesText(reference: ImageReference): string {
  if (reference.digest !== undefined)
    return `Nothing moves: the digest names the bytes${reference.tag === undefined ? '' : ", and the tag isn't asked"}.`;
  if (reference.tag === undefined)
    return 'What moves: no tag means `latest`, and that names other bytes with each push.';
  if (reference.tag === 'latest') return 'What moves: `latest` names other bytes with each push.';
  return "What moves: the tag may be pushed again with other bytes; a digest can't.";
}

function rewrittenText(text: string, { resource }: Pod, index: ResourceIndex): string | undefined {
  const name = kustomizeImageName(text);
  const isRewritten = name !== undefined && index.rewritesImage(resource, name);
  return isRewritten ? 'A kustomization of the project rewrites it.' : undefined;
}
