/** Where reports go: standard output, files, and what GitHub reads. */
import fs from 'node:fs';
import path from 'node:path';
import type { Report } from '../core/finding.ts';
import type { ReportOptions } from '../reporters/reporter.ts';
import { type Console, UsageError } from './console.ts';
import type { LintOptions, Output } from './options.ts';
import { reporterOf } from './reporter-of.ts';

/** Writes a report in every form that was asked for. Throws UsageError where a file can't be written. */
export async function writeReports(report: Report, options: LintOptions, console: Console): Promise<void> {
  const reportOptions: ReportOptions = {
    homepage: process.env.ROLLSAFE_HOMEPAGE ?? '',
    version: process.env.ROLLSAFE_VERSION ?? '',
    color: console.color,
    width: console.width,
    milliseconds: performance.now(),
    showSuppressed: options.showSuppressed,
  };
  for (const output of options.outputs.length > 0 ? options.outputs : defaultOutputs(process.env)) {
    const reporter = await reporterOf(output.format);
    const toFile = output.file !== undefined;
    write(output, reporter(report, toFile ? { ...reportOptions, color: false } : reportOptions), console);
  }
}

/** Inside GitHub Actions a person reads the log, the annotations and the summary of the step. */
function defaultOutputs(env: Readonly<Record<string, string | undefined>>): Output[] {
  if (env.GITHUB_ACTIONS !== 'true') return [{ format: 'pretty', file: undefined }];
  const summary = env.GITHUB_STEP_SUMMARY;
  return [
    { format: 'pretty', file: undefined },
    { format: 'github', file: undefined },
    ...(summary ? [{ format: 'markdown', file: summary, append: true } as const] : []),
  ];
}

function write({ file, append }: Output, text: string, console: Console): void {
  if (file === undefined) {
    console.out(text);
    return;
  }
  try {
    fs.mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
    fs.writeFileSync(file, text, { flag: append ? 'a' : 'w' });
  } catch (error) {
    throw new UsageError(
      `${file} can't be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
