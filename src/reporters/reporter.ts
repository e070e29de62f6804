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
