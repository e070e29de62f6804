/** What is wrong with suppressions: they ignore nothing, are past their day, or say no reason. */
import type { Finding } from '../finding.ts';
import type { Fix } from '../fix.ts';
import type { ReadingProblem } from '../manifest.ts';
import type { Span } from '../source.ts';
import type { SuppressionPolicy } from './suppress.ts';
import { holds, type Suppression } from './suppression.ts';
import { type NamedRule, saysWhy } from './suppression-text.ts';

/** Takes note of what suppressions do, and then says what is wrong with them. */
export class SuppressionReview {
  readonly #policy: SuppressionPolicy;
  readonly #complete: boolean;
  readonly #used = new Set<NamedRule>();
  readonly #refused = new Set<NamedRule>();

  /** `complete`: whether everything could be read, so that no finding means there is nothing to ignore. */
  constructor(policy: SuppressionPolicy, complete: boolean) {
    this.#policy = policy;
    this.#complete = complete;
  }

  /** Notes a finding that a suppression means. */
  note({ rules }: Suppression, finding: Finding): void {
    const noted = this.#policy.maySuppress(finding) ? this.#used : this.#refused;
    for (const rule of rules) if (rule.id === finding.rule) noted.add(rule);
  }

  remarksOn(suppression: Suppression): ReadingProblem[] {
    if (suppression.fault !== undefined) return [faulty(suppression)];
    if (!holds(suppression, this.#policy.today)) return [expired(suppression)];
    return [...this.#vain(suppression), ...this.#reasonless(suppression)];
  }

  #vain(suppression: Suppression): ReadingProblem[] {
    const complaints = suppression.rules.flatMap((rule, at) => this.#complaint(rule, at, suppression) ?? []);
    const idle = complaints.filter(({ safety }) => safety === 'safe').map(({ rule }) => rule);
    return complaints.map(({ rule, message, safety }) => {
      const fixes = removal(suppression, rule, safety === 'safe' ? idle : [rule], safety);
      return unused(suppression, rule.span, message, fixes);
    });
  }

  /** A name that is a mistake is for a person to mend; one with nothing left to ignore may go by itself. */
  #complaint(rule: NamedRule, at: number, { rules, source }: Suppression): Complaint | undefined {
    const { id } = rule;
    if (!this.#policy.isRule(id))
      return { rule, message: `there is no rule "${id}", so nothing is ignored`, safety: 'suggestion' };
    if (this.#refused.has(rule))
      return { rule, message: `an error of ${id} can't be ignored`, safety: 'suggestion' };
    if (rules.findIndex((other) => other.id === id) < at)
      return { rule, message: `${id} is named twice here`, safety: 'safe' };
    if (!this.#complete || this.#used.has(rule) || !this.#policy.ran(id, source.path)) return undefined;
    return { rule, message: `nothing to ignore here: no finding of ${id}`, safety: 'safe' };
  }

  #reasonless({ source, place, reason }: Suppression): ReadingProblem[] {
    if (!this.#policy.requireReasons || saysWhy(reason)) return [];
    const message = 'the configuration asks for a reason: " -- why this is fine" after the rules';
    return [{ rule: 'suppression-without-reason', source, span: place, message, related: [] }];
  }
}

interface Complaint {
  readonly rule: NamedRule;
  readonly message: string;
  readonly safety: Fix['safety'];
}

function unused({ source }: Suppression, span: Span, message: string, fixes: Fix[]): ReadingProblem {
  return { rule: 'unused-suppression', source, span, message, related: [], fixes };
}

function faulty(suppression: Suppression): ReadingProblem {
  const { place, fault, rules } = suppression;
  return unused(
    suppression,
    place,
    `${fault}, so nothing is ignored`,
    removal(suppression, undefined, rules, 'suggestion'),
  );
}

function expired(suppression: Suppression): ReadingProblem {
  const { source, place, until, rules } = suppression;
  const message = `this suppression held until ${until}: it ignores nothing any more`;
  const fixes = removal(suppression, undefined, rules, 'suggestion');
  return { rule: 'suppression-expired', source, span: place, message, related: [], fixes };
}

/** Takes out a rule, one of those that go, or the comment when none stays. An annotation may be meant for what is rendered. */
function removal(
  { source, comment, rules }: Suppression,
  rule: NamedRule | undefined,
  going: readonly NamedRule[],
  safety: Fix['safety'],
): Fix[] {
  if (!comment) return [];
  const one = going.length < rules.length ? rule : undefined;
  const title = one ? `Remove ${one.id} from the suppression` : 'Remove the suppression';
  const span = one ? withComma(one, rules, going) : comment;
  return [{ title, safety, edits: [{ source, span, text: '' }] }];
}

/** A rule up to the next one, or from the one before when that or an earlier one stays; so that spans never overlap. */
function withComma(rule: NamedRule, rules: readonly NamedRule[], going: readonly NamedRule[]): Span {
  const at = rules.indexOf(rule);
  const { start, end } = rule.span;
  const isFirst = rules.slice(0, at).every((other) => going.includes(other));
  return isFirst
    ? { start, end: rules[at + 1]?.span.start ?? end }
    : { start: rules[at - 1]?.span.end ?? start, end };
}
