// Workflow commands, read back the way the runner reads them
// (https://github.com/actions/runner/blob/main/src/Runner.Common/ActionCommand.cs, TryParseV2).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finding, Report } from '../../src/core/finding.ts';
import { github } from '../../src/reporters/github.ts';
import { placeOf } from '../../src/reporters/place.ts';
import { visible } from '../../src/reporters/pretty/visible.ts';
import { finding, OPTIONS, reportOf, Source } from './findings.ts';
import { hostileReport } from './hostile.ts';

interface Command {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

/** The commands in a log; the runner cuts lines at any of the three line breaks. */
function commandsIn(log: string): Command[] {
  return log.split(/\r\n|\r|\n/).flatMap((line) => commandIn(line) ?? []);
}

function commandIn(line: string): Command | undefined {
  const text = line.trimStart();
  const end = text.indexOf('::', 2);
  if (!text.startsWith('::') || end < 0) return undefined;
  const info = text.slice(2, end);
  const [name = ''] = info.split(' ', 1);
  const pairs = info.slice(name.length).trim().split(',').filter(Boolean);
  const properties = pairs.map((pair) => {
    const equals = pair.indexOf('=');
    return [pair.slice(0, equals), unescapeProperty(pair.slice(equals + 1))];
  });
  return { name, properties: Object.fromEntries(properties), data: unescapeData(text.slice(end + 2)) };
}

function unescapeData(text: string): string {
  return text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');
}

function unescapeProperty(text: string): string {
  return unescapeData(text.replaceAll('%3A', ':').replaceAll('%2C', ','));
}

const one = (one: Finding) => commandsIn(github(reportOf([one]), OPTIONS))[0];
const NAMES = { error: 'error', warning: 'warning', info: 'notice' } as const;

/** The findings as GitHub gets them. */
function expected({ findings }: Report): Command[] {
  const errorsFirst = (['error', 'warning', 'info'] as const).flatMap((severity) =>
    findings.filter((finding) => finding.severity === severity),
  );
  return errorsFirst.map(({ source, span, severity, rule, message }) => {
    const { line, column, endLine, endColumn } = placeOf(source, span);
    const columns = line === endLine ? { col: `${column}`, endColumn: `${endColumn}` } : {};
    const place =
      source.path === '-' ? {} : { file: source.path, line: `${line}`, endLine: `${endLine}`, ...columns };
    const path = source.path === '-' ? '<stdin>' : visible(source.path);
    return {
      name: NAMES[severity],
      properties: { title: `rollsafe (${rule})`, ...place },
      data: `${path}:${line}:${column}: ${visible(message)}`,
    };
  });
}

describe('github', () => {
  it('is read back as it was meant, errors first', () => {
    fc.assert(
      fc.property(hostileReport, (report) => {
        expect(commandsIn(github(report, OPTIONS))).toEqual(expected(report));
      }),
      { numRuns: 500 },
    );
  });

  it('has no columns where the end is in another line', () => {
    const source = new Source('a.yaml', 'a: b\nc: d\n');
    expect(one(finding(source, 'b\nc'))?.properties).toEqual({
      title: 'rollsafe (some-rule)',
      file: 'a.yaml',
      line: '1',
      endLine: '2',
    });
  });

  it('names no file for standard input', () => {
    expect(one(finding(new Source('-', 'a: b'), 'b'))).toEqual({
      name: 'error',
      properties: { title: 'rollsafe (some-rule)' },
      data: '<stdin>:1:4: something happens',
    });
  });

  it('lets no name begin a command of its own', () => {
    const source = new Source('a,line=9::\n::error::.yaml', 'a: b');
    const log = github(reportOf([finding(source, 'b', { message: '\n::stop-commands::x' })]), OPTIONS);
    expect(log).toBe(
      '::error title=rollsafe (some-rule),file=a%2Cline=9%3A%3A%0A%3A%3Aerror%3A%3A.yaml,line=1,endLine=1,col=4,endColumn=5' +
        '::a,line=9::\\n::error::.yaml:1:4: \\n::stop-commands::x\n',
    );
  });
});
