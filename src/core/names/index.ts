/** Who names whom: what an editor makes definitions, references, completion and outlines of. */
export { completionsAt, type NameCompletion } from './completions.ts';
export { definitionsAt, type Link, linksOf } from './links.ts';
export type { Place } from './place.ts';
export { referencesAt } from './references.ts';
export { type RuleCompletion, ruleAt, suppressionCompletionsAt } from './rule-names.ts';
export { type OutlineSymbol, symbolsOf } from './symbols.ts';
