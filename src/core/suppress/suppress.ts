/** The pass over findings that takes out what is ignored, and adds what is ignored in vain. */
import type { Finding, SuppressedFinding } from '../finding.ts';
import type { ReadingProblem } from '../manifest.ts';
import type { Source, Span } from '../source.ts';
import { holds, isForAll, type Suppression } from './suppression.ts';
import { SuppressionReview } from './suppression-review.ts';

export interface Suppressed {
  readonly findings: readonly Finding[];
  readonly suppressed: readonly SuppressedFinding[];
  /** What is wrong with the suppressions themselves. */
  readonly problems: readonly ReadingProblem[];
}

export interface SuppressionPolicy {
  /** Today, `2027-03-01`. */
  readonly today: string;
  readonly requireReasons: boolean;
  /** Whether a rule of this id exists. */
  isRule(id: string): boolean;
  /** Whether a finding of the rule may be taken out: not an error of the `syntax` group. */
  maySuppress(finding: Finding): boolean;
  /** Whether the rule was looked for in this file, so that no finding means there is nothing to ignore. */
  ran(rule: string, path: string): boolean;
}

/** The findings of each source must come in the order of the text. */
export function suppress(
  findings: readonly Finding[],
  suppressions: readonly Suppression[],
  policy: SuppressionPolicy,
): Suppressed {
  const holding = suppressions.filter((one) => holds(one, policy.today));
  const coverage = new Coverage(holding);
  const review = new SuppressionReview(
    policy,
    findings.every((finding) => policy.maySuppress(finding)),
  );
  const kept: Finding[] = [];
  const suppressed: SuppressedFinding[] = [];
  for (const finding of findings) {
    const by = coverage.of(finding);
    for (const one of by) review.note(one, finding);
    if (by.length === 0 || !policy.maySuppress(finding)) kept.push(finding);
    else suppressed.push({ ...finding, reason: by.findLast(({ reason }) => reason !== '')?.reason ?? '' });
  }
  const ignored = new Set(holding.filter(isForAll).map(({ source }) => source));
  const reviewed = suppressions.filter((one) => isForAll(one) || !ignored.has(one.source));
  return { findings: kept, suppressed, problems: reviewed.flatMap((one) => review.remarksOn(one)) };
}

/** Which suppressions mean a finding. */
class Coverage {
  readonly #bySource: ReadonlyMap<Source, Scopes>;

  constructor(suppressions: readonly Suppression[]) {
    const groups = new Map<Source, Scope[]>();
    for (const suppression of suppressions) {
      const group = groups.get(suppression.source) ?? [];
      for (const scope of suppression.scopes) group.push({ ...scope, suppression });
      groups.set(suppression.source, group);
    }
    this.#bySource = new Map([...groups].map(([source, scopes]) => [source, new Scopes(scopes)]));
  }

  /** The widest first. */
  of({ source, span, rule }: Finding): readonly Suppression[] {
    const around = this.#bySource.get(source)?.around(span.start) ?? [];
    return around.filter((one) => isForAll(one) || one.rules.some(({ id }) => id === rule));
  }
}

interface Scope extends Span {
  readonly suppression: Suppression;
}

/** The scopes of one source, for offsets that rise: each is opened once and closed once. */
class Scopes {
  readonly #scopes: readonly Scope[];
  #next = 0;
  #open: readonly Scope[] = [];

  constructor(scopes: readonly Scope[]) {
    this.#scopes = [...scopes].sort((a, b) => a.start - b.start || b.end - a.end);
  }

  around(offset: number): Suppression[] {
    const first = this.#next;
    while ((this.#scopes[this.#next]?.start ?? Infinity) <= offset) this.#next++;
    const begun = this.#scopes.slice(first, this.#next);
    this.#open = [...this.#open, ...begun].filter(({ end }) => end > offset);
    return this.#open.map(({ suppression }) => suppression);
  }
}
