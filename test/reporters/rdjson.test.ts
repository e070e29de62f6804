// The Reviewdog Diagnostic Format (https://github.com/reviewdog/reviewdog/blob/v0.20.3/proto/rdf/reviewdog.proto).
import Ajv from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fix } from '../../src/core/fix.ts';
import { wellFormed } from '../../src/reporters/json-text.ts';
import { rdjson } from '../../src/reporters/rdjson.ts';
import { finding, OPTIONS, reportOf, Source, spanOf } from './findings.ts';
import { hostileReport } from './hostile.ts';

const object = (properties: object, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const list = (items: object) => ({ type: 'array', items });
const text = { type: 'string' };
const number = { type: 'integer', minimum: 1 };
const position = object({ line: number, column: number });
const range = object({ start: position, end: position });
const location = object({ path: { type: 'string', minLength: 1 }, range });
const isResult = new Ajv().compile(
  object({
    source: object({ name: text, url: text }),
    diagnostics: list(
      object({
        message: text,
        location,
        severity: { enum: ['ERROR', 'WARNING', 'INFO'] },
        code: object({ value: text, url: text }),
        suggestions: list(object({ range, text })),
        related_locations: list(object({ message: text, location })),
      }),
    ),
  }),
);

interface Range {
  readonly start: { readonly line: number; readonly column: number };
  readonly end: { readonly line: number; readonly column: number };
}

/** The text of a range, by lines and bytes. */
function textAt(text: string, { start, end }: Range): string {
  const bytes = Buffer.from(text);
  const lineStarts = [0];
  bytes.forEach((byte, at) => {
    if (byte === 0x0a) lineStarts.push(at + 1);
  });
  const offset = ({ line, column }: Range['start']) => (lineStarts[line - 1] ?? 0) + column - 1;
  return bytes.subarray(offset(start), offset(end)).toString();
}

const resource = { apiVersion: 'v1', kind: 'Pod', namespace: undefined, name: 'web' };

const suggestionsOf = (source: Source, fix: Fix, kind = 'Pod') => {
  const report = reportOf([finding(source, '', { resource: { ...resource, kind }, fixes: [fix] })]);
  return JSON.parse(rdjson(report, OPTIONS)).diagnostics[0].suggestions;
};

describe('rdjson', () => {
  it('says every finding', () => {
    fc.assert(
      fc.property(hostileReport, (report) => {
        const result = JSON.parse(rdjson(report, OPTIONS));
        expect(isResult(result), JSON.stringify(isResult.errors)).toBe(true);
        expect(result.diagnostics.map(({ message }: { message: string }) => message)).toEqual(
          report.findings.map(({ message }) => wellFormed(message)),
        );
      }),
    );
  });

  it('counts columns in bytes', () => {
    const word = fc.string({ unit: 'grapheme', minLength: 1 });
    const unit = fc.constantFrom('a', 'é', '漢', '🚀', '\n', '\r\n', ' ');
    fc.assert(
      fc.property(fc.string({ unit }), word, fc.string({ unit }), (before, word, after) => {
        const source = new Source('a.yaml', before + word + after);
        const span = { start: before.length, end: before.length + word.length };
        const fix: Fix = { title: '', safety: 'safe', edits: [{ source, span, text: 'new' }] };
        const report = reportOf([{ ...finding(source, '', { resource, fixes: [fix] }), span }]);
        const [diagnostic] = JSON.parse(rdjson(report, OPTIONS)).diagnostics;
        expect(textAt(source.text, diagnostic.location.range)).toBe(word);
        expect(diagnostic.suggestions).toEqual([{ range: diagnostic.location.range, text: 'new' }]);
      }),
      { examples: [['größe: ', '"1"', ' # 漢']] },
    );
  });

  it('suggests what is one edit of the same file', () => {
    const source = new Source('a.yaml', 'a: b\n');
    const edit = { source, span: spanOf(source, 'b'), text: 'c' };
    const elsewhere = { ...edit, source: new Source('b.yaml', 'a: b\n') };
    expect(suggestionsOf(source, { title: '', safety: 'safe', edits: [edit] })).toHaveLength(1);
    expect(suggestionsOf(source, { title: '', safety: 'safe', edits: [edit, elsewhere] })).toEqual([]);
    expect(suggestionsOf(source, { title: '', safety: 'safe', edits: [elsewhere] })).toEqual([]);
    expect(suggestionsOf(source, { title: '', safety: 'safe', edits: [] })).toEqual([]);
  });

  it('suggests nothing of a Secret but to take something away', () => {
    const source = new Source('a.yaml', 'a: b\n');
    const edit = { source, span: spanOf(source, 'b'), text: 'c' };
    expect(suggestionsOf(source, { title: '', safety: 'safe', edits: [edit] }, 'Secret')).toEqual([]);
    const removal = { ...edit, text: '' };
    expect(suggestionsOf(source, { title: '', safety: 'safe', edits: [removal] }, 'Secret')).toHaveLength(1);
  });
});
