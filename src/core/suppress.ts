/** The pass over findings that takes out what is ignored, and adds what is ignored in vain. */
import type { Finding, SuppressedFinding } from './finding.ts';
import type { Fix } from './fix.ts';
import type { ReadingProblem } from './manifest.ts';
import type { NamedRule, Suppression } from './suppression.ts';

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

export function suppress(
  findings: readonly Finding[],
  suppressions: readonly Suppression[],
  policy: SuppressionPolicy,
): Suppressed {
  const valid = suppressions.filter(({ until }) => until === undefined || until >= policy.today);
  const used = new Set<NamedRule | Suppression>();
  const kept: Finding[] = [];
  const suppressed: SuppressedFinding[] = [];
  for (const finding of findings) {
    const hits = policy.maySuppress(finding) ? valid.flatMap((one) => hitOf(one, finding) ?? []) : [];
    for (const hit of hits) used.add(hit.by);
    const [first] = hits;
    if (first) suppressed.push({ ...finding, reason: first.reason });
    else kept.push(finding);
  }
  const problems = suppressions.flatMap((one) =>
    valid.includes(one) ? [...vain(one, used, policy), ...reasonless(one, policy)] : [expired(one)],
  );
  return { findings: kept, suppressed, problems };
}

function hitOf(suppression: Suppression, finding: Finding) {
  const { source, scope, rules, reason } = suppression;
  if (finding.source !== source || finding.span.start < scope.start || finding.span.start >= scope.end)
    return undefined;
  if (rules.length === 0) return { by: suppression, reason };
  const by = rules.find(({ id }) => id === finding.rule);
  return by && { by, reason };
}

function vain(
  suppression: Suppression,
  used: ReadonlySet<unknown>,
  policy: SuppressionPolicy,
): ReadingProblem[] {
  const { source, rules } = suppression;
  const unused = rules.filter(
    (rule) => !used.has(rule) && (!policy.isRule(rule.id) || policy.ran(rule.id, source.path)),
  );
  return unused.map((rule) => ({
    rule: 'unused-suppression',
    source,
    span: rule.span,
    message: policy.isRule(rule.id)
      ? `nothing to ignore here: no finding of ${rule.id}`
      : `there is no rule "${rule.id}", so nothing is ignored`,
    related: [],
    fixes: removal(suppression, rule, unused.length === rules.length),
  }));
}

/** Takes out the comment, or the one rule from its list. */
function removal({ source, comment, rules }: Suppression, rule: NamedRule, all: boolean): Fix[] {
  if (!comment) return [];
  if (all)
    return [
      { title: 'Remove the suppression', safety: 'safe', edits: [{ source, span: comment, text: '' }] },
    ];
  const at = rules.indexOf(rule);
  const next = rules[at + 1];
  const before = rules[at - 1];
  const span = next
    ? { start: rule.span.start, end: next.span.start }
    : { start: before?.span.end ?? rule.span.start, end: rule.span.end };
  return [
    { title: `Remove ${rule.id} from the suppression`, safety: 'safe', edits: [{ source, span, text: '' }] },
  ];
}

function expired({ source, place, until }: Suppression): ReadingProblem {
  const message = `this suppression held until ${until}: its findings are back`;
  return { rule: 'suppression-expired', source, span: place, message, related: [] };
}

function reasonless(
  { source, place, reason }: Suppression,
  { requireReasons }: SuppressionPolicy,
): ReadingProblem[] {
  if (!requireReasons || reason !== '') return [];
  const message = 'the configuration asks for a reason: " -- why this is fine" after the rules';
  return [{ rule: 'suppression-without-reason', source, span: place, message, related: [] }];
}
