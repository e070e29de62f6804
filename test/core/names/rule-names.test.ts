// Rule ids in comments and annotations, at a cursor `¦`.
import { describe, expect, it } from 'vitest';
import { readManifest } from '../../../src/core/manifest.ts';
import { ruleAt, suppressionCompletionsAt } from '../../../src/core/names/index.ts';
import type { Rule } from '../../../src/core/rule.ts';
import { Source } from '../../../src/core/source.ts';

const rule = (id: string, category = 'images', severity: Rule['severity'] = 'warning'): Rule => ({
  id,
  category,
  summary: `About ${id}`,
  severity,
});
const RULES = [
  rule('mutable-tag'),
  rule('image-odd'),
  rule('duplicate-key', 'syntax', 'error'),
  rule('empty-name', 'syntax'),
];

const object = (comment: string) => `${comment}\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n`;
const annotated = (value: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  annotations:\n    rollsafe.dev/ignore: ${value}\n`;

function offered(marked: string): string[] {
  const offset = marked.indexOf('¦');
  return suppressionCompletionsAt(marked.replace('¦', ''), offset, RULES).map(({ id }) => id);
}

function completed(marked: string, id: string): string {
  const offset = marked.indexOf('¦');
  const text = marked.replace('¦', '');
  const replaces = suppressionCompletionsAt(text, offset, RULES).find((one) => one.id === id)?.replaces;
  return replaces ? text.slice(0, replaces.start) + id + text.slice(replaces.end) : 'not offered';
}

function under(marked: string): string | undefined {
  const offset = marked.indexOf('¦');
  const source = new Source('a.yaml', marked.replace('¦', ''));
  const named = ruleAt(source, readManifest(source, 'named').resources, offset);
  return named && `${named.id} ${source.text.slice(named.span.start, named.span.end) === named.id}`;
}

describe('completion of rule ids', () => {
  it('in a comment that names none yet', () => {
    expect(offered(object('# rollsafe-ignore ¦'))).toEqual(['mutable-tag', 'image-odd', 'empty-name']);
    expect(offered(object('# rollsafe-ignore-file ¦'))).toEqual(['mutable-tag', 'image-odd', 'empty-name']);
  });

  it('replaces the word at the cursor, behind an emoji too', () => {
    expect(completed(object('# rollsafe-ignore mut¦able'), 'mutable-tag')).toBe(
      object('# rollsafe-ignore mutable-tag'),
    );
    const line = (word: string) => object(`a: "😀" # rollsafe-ignore image-odd, ${word} -- why`);
    expect(completed(line('¦'), 'mutable-tag')).toBe(line('mutable-tag'));
    expect(completed(line('mu¦'), 'mutable-tag')).toBe(line('mutable-tag'));
  });

  it('leaves out what is named already, but not the word at the cursor', () => {
    expect(offered(object('# rollsafe-ignore image-odd, ¦'))).toEqual(['mutable-tag', 'empty-name']);
    expect(offered(object('# rollsafe-ignore ¦image-odd'))).toEqual([
      'mutable-tag',
      'image-odd',
      'empty-name',
    ]);
  });

  it('says nothing in a reason, in another comment, in text', () => {
    expect(offered(object('# rollsafe-ignore image-odd -- ¦'))).toEqual([]);
    expect(offered(object('# rollsafe-ignored ¦'))).toEqual([]);
    expect(offered(object('# rollsafe-ignore¦'))).toEqual([]);
    expect(offered(object('a: "# rollsafe-ignore ¦"'))).toEqual([]);
    expect(offered(object('# rollsafe-ignore image-odd\nb: ¦'))).toEqual([]);
  });

  it('in an annotation, with and without quotes', () => {
    expect(completed(annotated('¦'), 'mutable-tag')).toBe(annotated('mutable-tag'));
    expect(completed(annotated('"image-odd, mu¦"'), 'mutable-tag')).toBe(
      annotated('"image-odd, mutable-tag"'),
    );
    expect(offered(annotated('image-odd ¦'))).toEqual(['mutable-tag', 'empty-name']);
    expect(offered(annotated('image-odd -- ¦'))).toEqual([]);
    const crlf = annotated('mu¦').replaceAll('\n', '\r\n');
    expect(completed(crlf, 'mutable-tag')).toBe(annotated('mutable-tag').replaceAll('\n', '\r\n'));
  });
});

describe('the rule at the cursor', () => {
  it('in a comment', () => {
    expect(under(object('# rollsafe-ignore image-odd, muta¦ble-tag -- x'))).toBe('mutable-tag true');
    expect(under(object('# rollsafe-ignore image-odd -- mutable¦-tag'))).toBe(undefined);
    expect(under(object('# roll¦safe-ignore image-odd'))).toBe(undefined);
    expect(under(object('# roll¦safe-ignore-file'))).toBe(undefined);
  });

  it('in an annotation', () => {
    expect(under(annotated("'image-odd, muta¦ble-tag'"))).toBe('mutable-tag true');
    expect(under(annotated('image-odd¦ -- x'))).toBe('image-odd true');
    expect(under(annotated('image-odd -- mutable¦-tag'))).toBe(undefined);
  });
});
