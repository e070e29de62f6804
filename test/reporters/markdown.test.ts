// The summary, read as GitHub reads Markdown.
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import { markdown } from '../../src/reporters/markdown.ts';
import { placeOf } from '../../src/reporters/place.ts';
import { visible } from '../../src/reporters/pretty/visible.ts';
import { finding, OPTIONS, reportOf, Source } from './findings.ts';
import { hostileReport, manyFindings } from './hostile.ts';
import { clean, helpOf } from './sample.ts';

const OUR_HTML = new Set(['<code>', '</code>', '<span>', '</span>']);

type Tree = ReturnType<typeof fromMarkdown>;
type Content = Tree['children'][number];

function read(text: string): readonly Content[] {
  return fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }).children;
}

/** The text of a cell, where there is nothing in it but text and our own tags. */
function textOf(nodes: readonly Content[]): string {
  return nodes
    .map((node) => {
      if (node.type === 'text') return node.value;
      if (node.type === 'html' && OUR_HTML.has(node.value)) return '';
      throw new Error(`a ${node.type} in a cell: ${JSON.stringify(node)}`);
    })
    .join('');
}

interface Row {
  readonly texts: readonly string[];
  readonly link: string;
}

/** The rows of the one table, without its head. */
function rowsOf(text: string): Row[] {
  const tables = read(text).filter((node) => node.type === 'table');
  expect(tables.length).toBeLessThanOrEqual(1);
  return (tables[0]?.children.slice(1) ?? []).map(({ children }) => {
    expect(children.length).toBe(4);
    const [rule] = children[3]?.children ?? [];
    if (rule?.type !== 'link') throw new Error('no link to the rule');
    return {
      texts: [...children.slice(0, 3).map((cell) => textOf(cell.children)), textOf(rule.children)],
      link: rule.url,
    };
  });
}

describe('markdown', () => {
  it('shows every finding as it is, errors first', () => {
    fc.assert(
      fc.property(hostileReport, (report) => {
        const inOrder = (['error', 'warning', 'info'] as const).flatMap((severity) =>
          report.findings.filter((finding) => finding.severity === severity),
        );
        expect(rowsOf(markdown(report, OPTIONS))).toEqual(
          inOrder.map(({ source, span, severity, rule, message }) => {
            const { line, column } = placeOf(source, span);
            const path = source.path === '-' ? '<stdin>' : visible(source.path);
            return {
              texts: [severity, `${path}:${line}:${column}`, visible(message).trim(), rule],
              link: helpOf(rule),
            };
          }),
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('leaves nothing for GitHub to turn into mentions, issues, emoji or formulas', () => {
    const source = new Source('a.yaml', 'a: b');
    const message = 'app@sha256 of @me, #1, :100:, $a$, www.a.b and https://a.b';
    const text = markdown(reportOf([finding(source, 'b', { message })]), OPTIONS);
    expect(text).toContain(
      '| app<span>@</span>sha256 of <span>@</span>me, <span>#</span>1, <span>:</span>100:, <span>$</span>a<span>$</span>, <span>www</span>.a.b and https<span>:</span>//a.b |',
    );
  });

  it('says how many findings there is no room for', () => {
    const report = manyFindings(10_000);
    const text = markdown(report, OPTIONS);
    expect(Buffer.byteLength(text)).toBeLessThan(300 * 1024);
    const rows = rowsOf(text);
    expect(text).toContain('**3333 errors, 3333 warnings, 3334 infos**');
    expect(text).toContain(`… and ${10_000 - rows.length} more, for which there is no room here.`);
    expect(rows[0]?.texts[0]).toBe('error');
  });

  it('stays small with names of any length', () => {
    const long = '|'.repeat(300_000);
    const source = new Source(`${long}.yaml`, 'a: b');
    const one = (path: Source) => finding(path, 'b', { message: long });
    const text = markdown(reportOf([one(new Source('a.yaml', 'a: b')), one(source)]), OPTIONS);
    expect(Buffer.byteLength(text)).toBeLessThan(300 * 1024);
    expect(text).toContain('… and 1 more');
  });

  it('has no table where there is nothing to say', () => {
    expect(rowsOf(markdown(clean, OPTIONS))).toEqual([]);
  });
});
