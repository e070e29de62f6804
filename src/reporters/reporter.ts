/** What every output format is: a pure function from a report to a text. Only the command line prints. */
import type { Report, Severity } from '../core/finding.ts';

export interface ReportOptions {
  /** Where `help` links begin: `<homepage>/docs/rules/<id>.md`. */
  readonly homepage: string;
  /** Whether the reader shows ANSI colours. */
  readonly color: boolean;
  /** Columns of the reader's terminal. */
  readonly width: number;
  /** How long the run took; undefined leaves it out. */
  readonly milliseconds: number | undefined;
  /** Whether people see the suppressed findings too. */
  readonly showSuppressed?: boolean;
  /** Version of the program, for formats that name it. */
  readonly version?: string;
  /** Texts of the rules, for formats that carry them; rules that aren't here are named by their id alone. */
  readonly rules?: readonly RuleInfo[];
}

/** What a format may say about a rule beside its findings. */
export interface RuleInfo {
  readonly id: string;
  readonly category: string;
  /** A headline. */
  readonly summary: string;
  /** The gravest that the rule has of its own. */
  readonly severity: Severity;
  /** Markdown. */
  readonly why: string;
}

/** Ends in a line break unless it is empty. */
export type Reporter = (report: Report, options: ReportOptions) => string;

/** Where a rule is explained. */
export function helpUrl(rule: string, { homepage }: Pick<ReportOptions, 'homepage'>): string {
  return `${homepage}/docs/rules/${rule}.md`;
}

/** How many findings of a severity a report holds. */
export function countOf({ findings }: Report, severity: Severity): number {
  return findings.reduce((count, finding) => count + (finding.severity === severity ? 1 : 0), 0);
}

/** `1 error`, `2 errors`. */
export function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
