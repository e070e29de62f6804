/** What is wrong with a configuration. */

export interface ConfigProblem {
  /** Absolute path. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 units. */
  readonly column: number;
  readonly message: string;
}

/** A configuration that can't be used, with every mistake in it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  /** By place; never empty. */
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    super(
      problems.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`).join('\n'),
    );
    this.problems = problems;
  }
}
