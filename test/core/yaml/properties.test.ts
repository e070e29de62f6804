// What holds for all texts.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { readManifest } from '../../../src/core/manifest.ts';
import { Node } from '../../../src/core/node.ts';
import { Source, type Span } from '../../../src/core/source.ts';
import { readStream, type SyntaxProblem, type YamlNode } from '../../../src/core/yaml/index.ts';
import { resolvePlain } from '../../../src/core/yaml/scalar.ts';
import { nodesOf, rootsOf } from './nodes.ts';

/** Text that YAML can hold: no control characters, no halves of characters. */
const word = fc.oneof(
  fc
    .string({ unit: 'grapheme', maxLength: 12 })
    .filter((text) => !/[\p{Cc}\p{Cs}\p{Cn}\u2028\u2029\uFEFF]/u.test(text)),
  fc.constantFrom(
    'yes',
    'on',
    'null',
    '~',
    '1',
    '0644',
    '1e3',
    '12:30',
    '- x',
    '{{ x }}',
    'a: b',
    '#x',
    '---',
    '...',
    'x\ny',
    ' x ',
  ),
);
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    word,
    number,
    fc.boolean(),
    fc.constant(null),
    tie('list'),
    tie('map'),
  ),
  list: fc.array(tie('value'), { maxLength: 4 }),
  map: fc.dictionary(word, tie('value'), { maxKeys: 4 }),
})).map;

/** -0 is 0 to JSON, and whole numbers beyond 2^53 are read as integers. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? Number(item) : item)));
}

function readBack(text: string): unknown {
  const roots = rootsOf(text);
  expect(roots).toHaveLength(1);
  const [root] = roots;
  return root && plain(Node.root(new Source('x.yaml', text), root).value);
}

/** A scalar's span holds its text, and that text alone means the value. */
function expectOwnText(text: string): void {
  for (const node of rootsOf(text).flatMap(nodesOf)) {
    if (node.kind !== 'scalar' || node.start === node.end) continue;
    const own = text.slice(node.start, node.end);
    if (node.style === 'plain' && !own.includes('\n')) expect(resolvePlain(own)).toStrictEqual(node.value);
    if (node.style === 'quoted' && !own.includes('\n'))
      expect(rootsOf(`{a: ${own}}`).flatMap(nodesOf)[1]).toMatchObject({ value: node.value });
  }
}

describe('values that are written and read again', () => {
  it('as JSON', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(0, 2, '\t'), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        expect(readBack(text)).toEqual(plain(value));
        expectOwnText(text);
      }),
    );
  });

  it('as JSON behind a separator, where it is YAML', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(0, 2), (value, indent) => {
        const text = `# x\n---\n${JSON.stringify(value, undefined, indent)}\n`;
        expect(readBack(text)).toEqual(plain(value));
      }),
    );
  });

  it.each(['BLOCK_LITERAL', 'QUOTE_DOUBLE', 'QUOTE_SINGLE', 'PLAIN'] as const)(
    'as YAML, strings as %s',
    (style) => {
      fc.assert(
        fc.property(json, fc.boolean(), (value, flow) => {
          const text = stringify(value, {
            version: '1.1',
            defaultStringType: style,
            collectionStyle: flow ? 'flow' : 'any',
            lineWidth: 0,
            aliasDuplicateObjects: false,
          });
          fc.pre(isYamlOfKubectl(value));
          expect(readBack(text)).toEqual(plain(value));
          expectOwnText(text);
        }),
      );
    },
  );
});

/** The `yaml` package writes some words plain that kubectl takes for something else. */
function isYamlOfKubectl(value: unknown): boolean {
  if (typeof value === 'string') return resolvePlain(value) === value;
  if (typeof value === 'number') return Number(resolvePlain(String(value))) === value;
  if (value === null || typeof value !== 'object') return true;
  return Object.entries(value).every(([key, item]) => resolvePlain(key) === key && isYamlOfKubectl(item));
}

/** Pieces of which texts go wrong in interesting ways. */
const piece = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'apiVersion: v1\n',
      'kind: Pod\n',
      'metadata:\n  name: x\n',
      'a: ',
      '  ',
      '    ',
      '\n',
      '- ',
    ),
  },
  fc.constantFrom(
    ...[
      '{',
      '}',
      '[',
      ']',
      ',',
      ': ',
      '? ',
      '"',
      "'",
      '\\',
      '|\n',
      '>-\n',
      '&a ',
      '*a ',
      '!!str ',
      '!x ',
      '<<: ',
      '# x\n',
      '%YAML 1.1\n',
    ],
    ...[
      '---\n',
      '--- ',
      '...\n',
      '\t',
      '\r\n',
      '\r',
      '\uFEFF',
      '\0',
      '\u0085',
      '\u2028',
      '😀',
      '\ud800',
      '{{ x }}',
      '{{- if x }}\n',
      '@',
      '`',
      '~',
      '0x',
    ],
  ),
  fc.string({ maxLength: 3 }),
);
const anyText = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));

describe('any text', () => {
  const lies = (text: string, { start, end }: Span) => start >= 0 && start <= end && end <= text.length;
  const placesOf = ({ span, related = [] }: Pick<SyntaxProblem, 'span' | 'related'>) => [
    span,
    ...related.map((place) => place.span),
  ];

  it('is read without a throw, and every span lies inside', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const part of readStream(text)) {
          expect(lies(text, part.span)).toBe(true);
          for (const { root, problems, span } of part.read()) {
            expect(lies(text, span)).toBe(true);
            const nodes: YamlNode[] = root ? nodesOf(root) : [];
            expect(nodes.filter((node) => !lies(text, node))).toEqual([]);
            expect(problems.flatMap(placesOf).filter((place) => !lies(text, place))).toEqual([]);
          }
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('is a manifest with problems at worst', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom('walked', 'named', 'stream'), (text, origin) => {
        const { resources, problems } = readManifest(new Source('x.yaml', text), origin);
        expect(problems.flatMap(placesOf).filter((place) => !lies(text, place))).toEqual([]);
        for (const { root } of resources) {
          expect(root.isMap).toBe(true);
          expect(lies(text, root.focus)).toBe(true);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('that is broken has one finding a document', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const document of readStream(text).flatMap((part) => part.read())) {
          if (document.root) continue;
          const errors = document.problems.filter(({ rule }) => rule !== 'document-separator-invalid');
          expect(errors.length).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});
