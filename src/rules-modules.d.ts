/** Modules that the build makes from the folder `rules/`: see esbuild.config.mjs. */

declare module 'rollsafe:rules' {
  /** All built-in rules without their texts, sorted by category and id. */
  const rules: readonly import('./core/rule.ts').Rule[];
  export default rules;
}

declare module 'rollsafe:rule-texts' {
  /** The texts of the built-in rules by id. */
  const texts: Readonly<Record<string, import('./core/rule.ts').RuleText>>;
  export default texts;
}
