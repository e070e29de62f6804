/**
 * What rules said of an object without a look at others: it holds for as long as the text of the document stays the same,
 * whatever happens around it.
 */
import { lineBreaksIn } from './edits/place.ts';
import type { Finding } from './finding.ts';
import type { Resource } from './resource.ts';
import { Source } from './source.ts';

/** What is kept of one object. */
export interface Local {
  /** The ids of the rules that asked about no other object. */
  readonly rules: ReadonlySet<string>;
  readonly findings: readonly Finding[];
}

interface Kept extends Local {
  /** Where the object began. */
  readonly start: number;
  /** Fixes write the line breaks of the whole text. */
  readonly lineBreaks: string;
}

/** Findings are kept in a place of their own, so that they keep no text alive. */
const NOWHERE = new Source('', '');

export class LocalFindings {
  /** By document, then by the path in it. */
  readonly #kept = new WeakMap<object, Map<string, Kept>>();

  /** What is kept of an object, in the places where it stands now. */
  of(resource: Resource): Local | undefined {
    const kept = this.#kept.get(resource.document)?.get(resource.root.path);
    if (!kept || kept.lineBreaks !== lineBreaksIn(resource.source)) return undefined;
    const by = resource.root.span.start - kept.start;
    return { rules: kept.rules, findings: kept.findings.map((one) => placed(one, resource.source, by)) };
  }

  keep(resource: Resource, { rules, findings }: Local): void {
    const ofDocument = this.#kept.get(resource.document) ?? new Map<string, Kept>();
    this.#kept.set(resource.document, ofDocument);
    ofDocument.set(resource.root.path, {
      rules,
      findings: findings.map((one) => placed(one, NOWHERE, 0)),
      start: resource.root.span.start,
      lineBreaks: lineBreaksIn(resource.source),
    });
  }
}

/** A finding about one text in another one, so many characters further down. */
function placed(finding: Finding, source: Source, by: number): Finding {
  const inPlace = <T extends Pick<Finding, 'source' | 'span'>>(one: T): T => {
    const { start, end } = one.span;
    return { ...one, source, span: { start: start + by, end: end + by } };
  };
  const fixes = finding.fixes.map((fix) => ({ ...fix, edits: fix.edits.map(inPlace) }));
  return { ...inPlace(finding), related: finding.related.map(inPlace), fixes };
}
