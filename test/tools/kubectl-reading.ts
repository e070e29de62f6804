// What kubectl reads from a text, and what we read, in one form. `kubectl label --local` needs no cluster and prints the
// objects as it decoded them.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readManifest } from '../../src/core/manifest.ts';
import { Source } from '../../src/core/source.ts';
import { decode } from '../../src/project/decode.ts';
import { programFromLayer, run } from './programs.ts';

const LABEL = 'rollsafe-reading';

export interface Reading {
  /** The objects as JSON text with sorted keys. */
  readonly objects: readonly string[];
  /** Why something was refused or found fault with; empty when everything was read. */
  readonly refusals: readonly string[];
}

export function kubectlReading(bytes: Buffer): Reading {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'rollsafe-reading-'));
  try {
    const file = path.join(folder, 'input.yaml');
    fs.writeFileSync(file, bytes);
    const args = ['label', '--local', '--overwrite', '-f', file, `${LABEL}=y`, '-o', 'json'];
    const { stdout, stderr } = run(programFromLayer('kubectl'), args);
    const { resources, problems } = readManifest(new Source('kubectl', stdout), 'stream');
    const unread = problems.filter(({ rule }) => rule !== 'not-kubernetes');
    if (unread.length > 0) throw new Error(`kubectl printed what can't be read: ${unread[0]?.message}`);
    return {
      objects: resources.map(({ root }) => canonical(withoutLabel(root.value))),
      refusals: stderr.split('\n').filter((line) => line !== '' && !line.startsWith('Warning')),
    };
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

export function ourReading(bytes: Buffer): Reading {
  const text = decode(bytes);
  if (text === undefined) return { objects: [], refusals: ['encoding-invalid'] };
  const { resources, problems } = readManifest(new Source('input.yaml', text), 'named');
  return {
    objects: resources.map(({ root, apiVersion, kind }) =>
      canonical(withoutLabel({ apiVersion, kind, ...(root.value as object) })),
    ),
    refusals: problems.map(({ rule, message }) => `${rule}: ${message}`),
  };
}

/** What kubectl refuses that isn't a matter of reading: fields that rules look at. */
const FIELDS = /cannot unmarshal .* (?:into Go struct field|of type)|Object 'Kind' is missing|is not a list/;
/** Our findings that mean that a document was not read. */
const UNREAD = /^(?:yaml-syntax-error|nesting-limit|alias-expansion-limit|unrendered-template|encoding)/;

/** How the two readings of a text disagree; undefined where they agree. */
export function disagreement(bytes: Buffer): string | undefined {
  const theirs = kubectlReading(bytes);
  const ours = ourReading(bytes);
  const [refusal] = theirs.refusals;
  if (refusal !== undefined) {
    const silent = ours.refusals.length === 0 && !FIELDS.test(refusal);
    return silent ? `kubectl refuses (${refusal}) and we say nothing` : undefined;
  }
  const unread = ours.refusals.find((reason) => UNREAD.test(reason));
  if (unread !== undefined) return `kubectl reads what we don't (${unread})`;
  const missing = theirs.objects.filter((object) => !ours.objects.includes(object));
  const extra = ours.objects.filter((object) => !theirs.objects.includes(object));
  const dropped = ours.refusals.some((reason) => reason.startsWith('document-separator-invalid'));
  if (missing.length === 0 && (extra.length === 0 || dropped)) return undefined;
  return `kubectl reads ${missing.join('\n')}\nwe read ${extra.join('\n')}`;
}

/** kubectl prints no metadata and no labels where they are empty. */
function withoutLabel(object: unknown): unknown {
  const { metadata, ...rest } = object as { metadata?: { labels?: Record<string, unknown> } };
  if (typeof metadata !== 'object' || metadata === null) return rest;
  const { labels, ...others } = metadata;
  const kept = Object.entries(labels ?? {}).filter(([key]) => key !== LABEL);
  const cleaned = { ...others, ...(kept.length > 0 && { labels: Object.fromEntries(kept) }) };
  return Object.keys(cleaned).length > 0 ? { ...rest, metadata: cleaned } : rest;
}

const MAX_SIGNED = 2n ** 63n - 1n;

/** JSON with sorted keys. kubectl prints integers beyond 64 bits with sign as floating-point numbers. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, item) => {
    if (typeof item === 'bigint') return item > MAX_SIGNED ? Number(item) : item.toString();
    if (item === null || typeof item !== 'object' || Array.isArray(item)) return item;
    return Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
