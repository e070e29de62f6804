// What of a text is a comment, held against the parser's own tokens.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CST, Parser, parseAllDocuments, stringify } from 'yaml';
import { Source } from '../../src/core/source.ts';
import { commentsIn } from '../../src/core/suppress/suppression-comments.ts';

const COMMENT = '# rollsafe-ignore some-rule';

const scalars = fc.constantFrom<unknown>(
  1,
  '',
  'text',
  COMMENT,
  `it's ${COMMENT} "quoted"`,
  `two\n${COMMENT}\nlines\n`,
  `\n  ${COMMENT}\n ${COMMENT}\n\n`,
  `${'long '.repeat(20)}${COMMENT}${' long'.repeat(20)}`,
);
const keys = fc.constantFrom('a', 'b', `key ${COMMENT}`);
const trees = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    scalars,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(keys, tie('tree'), { maxKeys: 3 }),
  ),
})).tree;
const styles = fc.record({
  collectionStyle: fc.constantFrom('any' as const, 'block' as const, 'flow' as const),
  blockQuote: fc.constantFrom(true, false, 'folded' as const, 'literal' as const),
  defaultStringType: fc.constantFrom('PLAIN' as const, 'QUOTE_DOUBLE' as const, 'QUOTE_SINGLE' as const),
});
const insertions = fc.array(fc.record({ line: fc.nat(), alone: fc.boolean(), indent: fc.nat(6) }));

/** Where comments of ours begin, by the parser's tokens. */
function commentTokens(text: string): number[] {
  const found: number[] = [];
  const visit = (token: unknown): void => {
    if (typeof token !== 'object' || token === null) return;
    const { type, source = '', offset = 0 } = token as Partial<CST.SourceToken>;
    if (type === 'comment' && source.startsWith(COMMENT)) found.push(offset);
    else for (const child of Object.values(token)) visit(child);
  };
  for (const token of new Parser().parse(text)) visit(token);
  return found;
}

test('comments are what the parser takes for comments', () => {
  fc.assert(
    fc.property(
      trees,
      styles,
      insertions,
      fc.constantFrom('\n', '\r\n'),
      (tree, style, comments, lineBreak) => {
        const lines = stringify({ tree }, style).split('\n');
        for (const { line, alone, indent } of comments) {
          const at = line % lines.length;
          if (alone) lines.splice(at, 0, `${' '.repeat(indent)}${COMMENT}`);
          else lines[at] += ` ${COMMENT}`;
        }
        const text = lines.join(lineBreak);
        fc.pre(parseAllDocuments(text).every(({ errors }) => errors.length === 0));
        const places = commentsIn(new Source('a.yaml', text)).map(({ place }) => place.start);
        expect(places).toEqual(commentTokens(text));
      },
    ),
    { numRuns: 500 },
  );
});
