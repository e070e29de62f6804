/** Judges a reading target by target: rules, reading problems and suppressions of one source at a time. */
import type { Finding, SuppressedFinding } from './finding.ts';
import type { LocalFindings } from './local-findings.ts';
import type { ReadingProblem } from './manifest.ts';
import type { Draft, Reading } from './reading.ts';
import { type Rule, severityOf } from './rule.ts';
import { RuleRunner } from './rule-runner.ts';
import type { Settings } from './settings.ts';
import { inOneGo, type Steps } from './steps.ts';
import { suppress } from './suppress/suppress.ts';
import { suppressionsIn } from './suppress/suppression.ts';
import { suppressionPolicy } from './suppress/suppression-policy.ts';

/** By what a reading is judged. */
export interface Standard {
  /** All rules, those of the `syntax` group included: they give reading problems their severity. */
  readonly rules: readonly Rule[];
  readonly settings: Settings;
  /** The date, `2027-03-01`; empty, no suppression expires. */
  readonly today: string;
  /** Whether there may be more of the project than what is read. */
  readonly isPartial: boolean;
  /** Where findings are kept for later versions of a text; only of these rules and settings. */
  readonly local?: LocalFindings;
}

/** What is said of one source, in the order of the text. */
export interface TargetReport {
  readonly findings: readonly Finding[];
  readonly suppressed: readonly SuppressedFinding[];
}

export class Judge {
  readonly #reading: Reading;
  readonly #standard: Standard;
  readonly #runner: RuleRunner;
  readonly #met: readonly Finding[];
  #complete: boolean | undefined;

  /** `problems` are those that the edge met before there was a text. */
  constructor(reading: Reading, standard: Standard, problems: readonly ReadingProblem[] = []) {
    const { rules, settings, local } = standard;
    this.#reading = reading;
    this.#standard = standard;
    this.#met = problems.flatMap((problem) => this.#findingsOf(problem));
    this.#runner = new RuleRunner(rules, settings, local);
  }

  /** What the edge met. */
  get met(): readonly Finding[] {
    return this.#met;
  }

  /** Everything to say of a source of the reading. Never throws. */
  report(target: Draft): TargetReport {
    return inOneGo(this.reportStepwise(target));
  }

  /** The same object by object. */
  *reportStepwise(target: Draft): Steps<TargetReport> {
    const judged = yield* this.#judge(target);
    const found = [...this.readingFindings(target), ...judged].sort(byPlace);
    const { manifest, input } = target;
    const { layout, index } = this.#reading;
    const suppressions = layout.isFragment(input.source.location)
      ? []
      : suppressionsIn(manifest.source, manifest.resources);
    const policy = suppressionPolicy({
      ...this.#standard,
      manifest,
      index,
      complete: this.#allRead(),
      dependsOnUnread: (rule) => this.#standard.isPartial && this.#runner.hasAsked(rule, manifest.source),
    });
    const sifted = suppress(withoutRepetitions(found), suppressions, policy);
    const remarks = sifted.problems.flatMap((problem) => this.#findingsOf(problem));
    return {
      findings: remarks.length > 0 ? [...sifted.findings, ...remarks].sort(byPlace) : sifted.findings,
      suppressed: sifted.suppressed,
    };
  }

  /** What reading found fault with in a source. A patch is no object, and its kustomization says so. */
  readingFindings({ input, manifest }: Draft): readonly Finding[] {
    const isFragment = this.#reading.layout.isFragment(input.source.location);
    return manifest.problems
      .filter(({ rule }) => !(isFragment && rule === 'not-kubernetes'))
      .flatMap((problem) => this.#findingsOf(problem));
  }

  /** The errors of the `syntax` group stand whatever the configuration says: what can't be read wasn't checked. */
  #findingsOf(problem: ReadingProblem): Finding[] {
    const { rules, settings } = this.#standard;
    const rule = rules.find(({ id }) => id === problem.rule);
    if (!rule) return [];
    const own = severityOf(rule);
    const configured = own === 'error' ? undefined : settings.ruleFor(rule.id, problem.source.path).severity;
    if (configured === 'off') return [];
    return [{ fixes: [], ...problem, severity: configured ?? own, resource: undefined, path: '' }];
  }

  /** An object that another one here has made is judged with that one. */
  *#judge({ manifest }: Draft): Steps<Finding[]> {
    const { index } = this.#reading;
    const findings: Finding[] = [];
    for (const resource of manifest.resources) {
      if (!index.isWhole(resource) || index.isOwned(resource)) continue;
      findings.push(...this.#runner.run(resource, index));
      yield;
    }
    return findings;
  }

  /** Whether every target could be read, so that no finding means there is nothing to ignore. */
  #allRead(): boolean {
    const targets = this.#reading.drafts.filter(({ input }) => input.target);
    this.#complete ??= [...this.#met, ...targets.flatMap((target) => this.readingFindings(target))].every(
      ({ severity }) => severity !== 'error',
    );
    return this.#complete;
  }
}

/** By path, then from the top of the text to its end. */
export function byPlace(a: Finding, b: Finding): number {
  if (a.source.path !== b.source.path) return a.source.path < b.source.path ? -1 : 1;
  return (
    a.span.start - b.span.start || (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : a.span.end - b.span.end)
  );
}

/** One text reached through two aliases is one finding. */
function withoutRepetitions(sorted: readonly Finding[]): Finding[] {
  return sorted.filter((finding, at) => {
    const before = sorted[at - 1];
    return !(
      before &&
      before.rule === finding.rule &&
      before.source === finding.source &&
      before.span.start === finding.span.start &&
      before.message === finding.message
    );
  });
}
