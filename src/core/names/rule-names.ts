/** Rule ids in suppressions: what may be written there, and what stands there. */
import { readManifest } from '../manifest.ts';
import type { Resource } from '../resource.ts';
import { type Rule, severityOf } from '../rule.ts';
import { Source, type Span } from '../source.ts';
import { MENTION, type Suppression, suppressionsIn } from '../suppress/suppression.ts';
import { type NamedRule, readSuppressionText } from '../suppress/suppression-text.ts';
import { touches } from './place.ts';

export interface RuleCompletion {
  readonly id: string;
  readonly summary: string;
  readonly replaces: Span;
}

/**
 * The rules that may be named at an offset of a comment or an annotation which ignores findings; those that it names
 * already are left out, and errors of the `syntax` group, which nobody can ignore.
 */
export function suppressionCompletionsAt(
  text: string,
  offset: number,
  rules: readonly Rule[],
): readonly RuleCompletion[] {
  if (!MENTION.test(text)) return [];
  const source = new Source('', `${text.slice(0, offset)}${LETTER}${text.slice(offset)}`);
  const { resources } = readManifest(source, 'named');
  const suppression = suppressionsIn(source, resources).find(({ place }) => touches(place, offset));
  const words = suppression ? wordsIn(suppression) : [];
  const word = words.find(({ span }) => span.start <= offset && offset < span.end);
  if (!word) return [];
  const replaces = { start: word.span.start, end: word.span.end - LETTER.length };
  const others = new Set(words.filter((one) => one !== word).map(({ id }) => id));
  return rules
    .filter((rule) => !others.has(rule.id) && mayBeIgnored(rule))
    .map(({ id, summary }) => ({ id, summary, replaces }));
}

/** Put at the cursor, so that a word stands there whether one was begun or not. */
const LETTER = 'x';

function mayBeIgnored(rule: Rule): boolean {
  return !(rule.category === 'syntax' && severityOf(rule) === 'error');
}

/** The rule id that a suppression names at an offset. `resources` are those of the source. */
export function ruleAt(
  source: Source,
  resources: readonly Resource[],
  offset: number,
): NamedRule | undefined {
  return suppressionsIn(source, resources)
    .filter(({ place }) => touches(place, offset))
    .flatMap(wordsIn)
    .find(({ span }) => touches(span, offset));
}

/** The rules of a suppression with their own places, which those of an annotation don't know. */
function wordsIn({ source, place, rules }: Suppression): readonly NamedRule[] {
  if (rules.length === 0 || rules.some(({ span }) => span !== place)) return rules;
  const text = source.text.slice(place.start, place.end);
  const quote = /^["']/.test(text) ? 1 : 0;
  return readSuppressionText(text.slice(quote, text.length - quote), place.start + quote).rules;
}
