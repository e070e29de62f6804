// Reports with whatever anybody may write into a manifest or name a file.
import fc from 'fast-check';
import type { Finding, Report } from '../../src/core/finding.ts';
import { finding, object, reportOf, Source } from './findings.ts';

/** Strings that one format or another would obey. */
const ORDERS = [
  '%',
  '%0A',
  '%25',
  '\n',
  '\r\n',
  '\r',
  '\t',
  ':',
  '::',
  '::error::',
  ',',
  '=',
  ' ',
  '|',
  '`',
  '``',
  '\\',
  '\\|',
  '*a*',
  '_a_',
  '~~a~~',
  '$a$',
  '[a](1)',
  '[a](http://b)',
  '![a](b)',
  '[',
  ']',
  '](',
  '<b>',
  '</code>',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?xml?>',
  '&',
  '&amp;',
  '&#10;',
  '"',
  "'",
  '#',
  '# SKIP',
  '# TODO',
  '#1',
  '@me',
  ':tada:',
  'https://a.b',
  'www.a.b',
  'a@b.c',
  '{0}',
  '{{a}}',
  '\x1b[31m',
  '\x00',
  '\x07',
  '\x85',
  '\u2028',
  '\u202E',
  '\u200B',
  '\uFEFF',
  '\uFFFE',
  '\uD800',
  '\uDC00',
  'é',
  '漢',
  '🚀',
];

const piece = fc.oneof(
  fc.constantFrom(...ORDERS),
  fc.constantFrom('a', 'web', 'ok 1 - '),
  fc.string({ unit: 'binary', maxLength: 4 }),
);

export const hostileText = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(''));

/** What the file system gives: never half a surrogate pair. */
export const hostilePath = fc.oneof(
  hostileText.map((text) => text.replaceAll(/[\0\p{Cs}]/gu, '') || 'a'),
  fc.constantFrom(
    '-',
    'k8s/web.yaml',
    '../up/a.yaml',
    '/abs/a b.yaml',
    'C:/win/a.yaml',
    '%2e%2e/a',
    'a//b',
    '.',
  ),
);

/** A message says something. */
const message = hostileText.map((text) => (text.trim() === '' ? `${text}a` : text));

const rule = fc.constantFrom('max-unavailable-outage', 'duplicate-key', 'a', 'some-other-rule-2');
const offset = fc.oneof(fc.nat(60), fc.integer(), fc.double());
const span = fc.record({ start: offset, end: offset });
const source = fc.tuple(hostilePath, hostileText).map(([path, text]) => new Source(path, text));

const findingsOf = (sources: readonly Source[]) => {
  const place = fc.record({ source: fc.constantFrom(...sources), span, message: hostileText });
  const edit = fc.record({
    source: fc.constantFrom(...sources),
    span,
    text: fc.oneof(fc.constant(''), hostileText),
  });
  const fix = fc.record({
    title: hostileText,
    safety: fc.constantFrom('safe', 'unsafe', 'suggestion'),
    edits: fc.array(edit, { maxLength: 3 }),
  });
  const one: fc.Arbitrary<Finding> = fc.record({
    rule,
    severity: fc.constantFrom('error', 'warning', 'info'),
    message,
    source: fc.constantFrom(...sources),
    span,
    resource: fc.oneof(
      fc.constant(undefined),
      fc.tuple(hostileText, hostileText).map(([kind, name]) => object(kind, name)),
    ),
    path: fc.constantFrom('', '/spec', '/spec/replicas', '/a~1b'),
    related: fc.array(place, { maxLength: 2 }),
    fixes: fc.array(fix, { maxLength: 2 }),
  });
  return fc.tuple(
    fc.array(one, { maxLength: 5 }),
    fc.array(fc.tuple(one, fc.oneof(fc.constant(''), hostileText)), { maxLength: 2 }),
  );
};

export const hostileReport: fc.Arbitrary<Report> = fc
  .array(source, { minLength: 1, maxLength: 3 })
  .chain((sources) => findingsOf(sources))
  .map(([findings, suppressed]) => ({
    ...reportOf(findings),
    suppressed: suppressed.map(([one, reason]) => ({ ...one, reason })),
  }));

/** Many findings that differ in their lines alone. */
export function manyFindings(count: number): Report {
  const source = new Source('k8s/large.yaml', 'image: web:latest\n'.repeat(count));
  return reportOf(
    Array.from({ length: count }, (_, at) =>
      finding(source, '', {
        rule: at % 2 === 0 ? 'mutable-image-tag' : 'probe-missing',
        severity: (['info', 'warning', 'error'] as const)[at % 3] ?? 'error',
        message: `the tag "latest" of container "web-${at}" can be moved, and nobody knows which image runs`,
        span: { start: at * 18 + 7, end: at * 18 + 17 },
        resource: object('Deployment', `web-${at}`),
        path: '/spec/template/spec/containers/0/image',
      }),
    ),
  );
}
