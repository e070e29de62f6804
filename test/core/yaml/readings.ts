// What kubectl reads: texts with the values that they have to it. The expectations come from go-yaml's tables and from
// kubectl itself, which test/tools/kubectl.test.ts asks again.

/** kubectl refuses the document. */
export const REFUSED = Symbol('refused');

export interface Reading {
  readonly text: string;
  readonly value: unknown;
}

const each = (value: unknown, ...texts: string[]): Reading[] => texts.map((text) => ({ text, value }));

/** Plain scalars, as values and items. */
export const SCALARS: readonly Reading[] = [
  ...each(true, 'y', 'Y', 'yes', 'Yes', 'YES', 'on', 'On', 'ON', 'true', 'True', 'TRUE'),
  ...each(false, 'n', 'N', 'no', 'No', 'NO', 'off', 'Off', 'OFF', 'false', 'False', 'FALSE'),
  ...each(null, '~', 'null', 'Null', 'NULL', ''),
  ...['yEs', 'oN', 'tRue', 'nULL', 'nil', 'None', 'yes.', 'off1'].flatMap((text) => each(text, text)),
  ...each(420, '0644', '0o644', '0O644', '0_6_4_4', '+0644'),
  ...each(-420, '-0644', '-0o644'),
  ...each(8, '8', '08', '010', '0b1000', '0x8'),
  ...each(9, '9', '09', '0x9'),
  ...each(3, '3', '3.', '3.0', '0b11', '+3', '3e0', '30e-1'),
  ...each(31, '0x1F', '0X1f', '31', '3_1', '0x1_F'),
  ...each(1000, '1_000', '1000', '1e3', '1E3', '1e+3', '1__000'),
  ...each(0, '0', '00', '-0', '+0', '0x0', '0.0', '0e5'),
  ...each(0.5, '.5', '0.5', '+.5', '.5_0', '5e-1'),
  ...each(1.1, '1.1', '1.10', '01.1'),
  ...each(8.5, '08.5'),
  ...each(9007199254740993n, '9007199254740993'),
  ...each(-9223372036854775808n, '-9223372036854775808'),
  ...each(18446744073709551615n, '18446744073709551615', '0xffffffffffffffff'),
  ...each(2 ** 64, '18446744073709551616'),
  ...each(1e22, '1e22', '10000000000000000000000'),
  ...['1:30', '12:30', '190:20:30', '12:30:45', '2020-01-02', '2001-12-14t21:59:43.10-05:00'].flatMap(
    (text) => each(text, text),
  ),
  ...[
    '1e400',
    '-1e400',
    'e1',
    'e2',
    'E2',
    '1e',
    '1e+',
    '1.5.5',
    '1.2.3',
    '0o8',
    '0o',
    '0x',
    '0b',
    '0b2',
  ].flatMap((text) => each(text, text)),
  ...[
    '25%',
    '100%',
    '1,000',
    'Infinity',
    'NaN',
    'inf',
    'nan',
    '0xg',
    '1d',
    '--',
    '+',
    '.',
    '_1',
    '._5',
  ].flatMap((text) => each(text, text)),
  ...['1-1', '++1', '0x1p3', '١', 'http://x:80/y', 'a#b', 'x:y', '-x', ':x', '<<', '='].flatMap((text) =>
    each(text, text),
  ),
  ...each(REFUSED, '.inf', '.Inf', '-.inf', '+.INF', '.nan', '.NaN'),
  ...each(
    REFUSED,
    '@x',
    '`x`',
    '%x',
    '*',
    '&',
    '*unknown',
    '*.yaml',
    'a: b',
    '|x',
    '>x',
    ', x',
    ']',
    '}',
    '"x" y',
  ),
  ...each('1', '!!str 1', '"1"', "'1'", '! 1', '!foo 1', '!<tag:yaml.org,2002:str> 1', '!!foo 1'),
  ...each(1, '!!int "1"', '!!float 1', '!<tag:yaml.org,2002:int> "1"', '!!int 0x1'),
  ...each(1.5, '!!float "1.5"'),
  ...each(true, '!!bool "yes"', '!!bool y'),
  ...each(null, '!!null ""', '!!null ~'),
  ...each('', '!!str', '""', "''", '!foo'),
  ...each('hi', '!!binary aGk='),
  ...each('2020-01-01', '!!timestamp 2020-01-01'),
  ...each(
    REFUSED,
    '!!int foo',
    '!!int 1.5',
    '!!float x',
    '!!bool foo',
    '!!null x',
    '!!binary "***"',
    '!e!foo 1',
  ),
  ...each(`it's`, "'it''s'", '"it\'s"'),
  ...each('a/b\u{1F600}\0', '"a\\x2fb\\U0001F600\\0"'),
  ...each(REFUSED, '"\\/"', '"\\q"', '"\\ud83d\\ude00"', '"\\x4"', '"x', "'x"),
  ...each(REFUSED, 'a\u0007', '"\u0090"', 'a\ufffe'),
];

/** Keys of a map, with the text that they become. */
export const KEYS: readonly Reading[] = [
  ...each('true', 'y', 'on', 'Yes', 'true'),
  ...each('false', 'n', 'off', 'No', 'false'),
  ...each('1', '1', '01', '0x1', '1.0', '"1"', '!!str 1', '!!int 1'),
  ...each('1.5', '1.5', '1.50'),
  ...each('0.3', '0.30000000000000004'),
  ...each('9007199254740993', '9007199254740993'),
  ...each('12:30', '12:30'),
  ...each('a b', 'a b', '"a b"', "'a b'", '? a b\n  '),
  ...each('a#b', 'a#b'),
  ...each('-a', '-a'),
  ...each('', '""'),
  ...each('<<', '"<<"', '!!str <<'),
  ...each(REFUSED, 'null', '~', '? [a]\n  ', '? {a: b}\n  ', '18446744073709551615', '"a\n  b"', '{{ x }}'),
];

/** What stands behind `data:` in a document, with the value of the field. */
export const DATA: Readonly<Record<string, Reading>> = {
  'block map': { text: '\n  a: 1\n  b:\n    c: 2\n', value: { a: 1, b: { c: 2 } } },
  'list at the indentation of its key': {
    text: '\n- a\n- b: 1\n  c: 2\n-\n',
    value: ['a', { b: 1, c: 2 }, null],
  },
  'lists in lists': { text: '\n  - - a\n    - b\n  - - c\n', value: [['a', 'b'], ['c']] },
  'flow with trailing commas': { text: ' {"a":1,b: [x,],}\n', value: { a: 1, b: ['x'] } },
  'flow map from the first column on': { text: ' {\na: 1,\nb: [\n2\n]\n}\n', value: { a: 1, b: [2] } },
  'flow list less indented than its key': {
    text: '\n  args: [\n "a", # one\n "b\n c"\n ]\n',
    value: { args: ['a', 'b c'] },
  },
  'flow map indented with tabs': { text: ' {\n\ta: 1,\n\tb: "x"\n}\n', value: { a: 1, b: 'x' } },
  'dash alone in a flow list': { text: ' [apply, -f, -]\n', value: ['apply', '-f', '-'] },
  'dashes in a flow list on several lines': { text: ' [\n-,\nx\n]\n', value: ['-', 'x'] },
  'comment that touches a flow entry': { text: ' {a: 1,# one\n  b: 2}# two\n', value: { a: 1, b: 2 } },
  'comment that touches a quote': { text: ' "x"# y\n', value: 'x' },
  'comment that touches a block header': { text: ' |# y\n  x\n', value: 'x\n' },
  'empty value in a flow map': { text: ' {a: , b: }\n', value: { a: null, b: null } },
  'keys without values in a flow map': { text: ' {a, b: 1}\n', value: { a: null, b: 1 } },
  'pairs in a flow list': { text: ' [a: 1, b: 2]\n', value: [{ a: 1 }, { b: 2 }] },
  'question mark in a flow scalar': { text: ' {a: http://x/y?z=1}\n', value: REFUSED },
  'question mark in a quoted flow scalar': {
    text: ' {a: "http://x/y?z=1"}\n',
    value: { a: 'http://x/y?z=1' },
  },
  'colon before a flow scalar': { text: ' [--listen, :8080]\n', value: REFUSED },
  'no blank behind a flow key': { text: ' {a:[1]}\n', value: REFUSED },
  'quoted flow key without blank': { text: ' {"a":[1]}\n', value: { a: [1] } },
  'flow key on two lines': { text: ' {a\n  b: 1}\n', value: REFUSED },
  'map as a flow key': { text: ' {{a: 1}: 2}\n', value: REFUSED },
  'list as a flow key': { text: ' {[a]: 2}\n', value: REFUSED },
  'unclosed flow list': { text: ' [a\n', value: REFUSED },
  'two commas': { text: ' [a,,b]\n', value: REFUSED },

  'merge before a key': { text: '\n  <<: {p: 1, q: 1}\n  p: 2\n', value: { p: 2, q: 1 } },
  'merge behind a key': { text: '\n  p: 2\n  <<: {p: 1, q: 1}\n', value: { p: 1, q: 1 } },
  'two merges': { text: '\n  <<: {p: 1}\n  <<: {p: 2}\n', value: { p: 2 } },
  'merge of a list': { text: '\n  <<: [{p: 1}, {p: 2, q: 2}]\n', value: { p: 1, q: 2 } },
  'merge through an alias': {
    text: '\n  a: &a {p: 1}\n  b: {<<: *a, q: 2}\n',
    value: { a: { p: 1 }, b: { p: 1, q: 2 } },
  },
  'merge of aliases': {
    text: '\n  a: &a {p: 1}\n  b: &b {p: 2, q: 2}\n  c: {<<: [*a, *b]}\n',
    value: { a: { p: 1 }, b: { p: 2, q: 2 }, c: { p: 1, q: 2 } },
  },
  'merge of a merge': {
    text: '\n  a: &a {p: 1}\n  b: &b\n    <<: *a\n    q: 2\n  c:\n    <<: *b\n    r: 3\n',
    value: { a: { p: 1 }, b: { p: 1, q: 2 }, c: { p: 1, q: 2, r: 3 } },
  },
  'merge of a scalar': { text: '\n  <<: 3\n', value: REFUSED },
  'merge of nothing': { text: '\n  <<:\n', value: REFUSED },
  'merge of an alias to a list': { text: '\n  a: &a [{p: 1}]\n  b: {<<: *a}\n', value: REFUSED },

  'duplicate key': { text: '\n  a: 1\n  b: 2\n  a: 3\n', value: { a: 3, b: 2 } },
  'keys that are the same only to kubectl': { text: '\n  y: 1\n  on: 2\n', value: { true: 2 } },

  alias: { text: '\n  a: &x 1\n  b: *x\n', value: { a: 1, b: 1 } },
  'anchor that is used twice': {
    text: '\n  a: &x 1\n  b: *x\n  c: &x 2\n  d: *x\n',
    value: { a: 1, b: 1, c: 2, d: 2 },
  },
  'alias as a key': { text: '\n  a: &x b\n  *x : 1\n', value: { a: 'b', b: 1 } },
  'anchor on an empty value': { text: '\n  a: &x\n  b: *x\n', value: { a: null, b: null } },
  'alias before its anchor': { text: '\n  a: *x\n  b: &x 1\n', value: REFUSED },
  'alias inside its anchor': { text: ' &x {a: *x}\n', value: REFUSED },
  'anchor with a dot': { text: ' &a.b 1\n', value: REFUSED },
  'anchor on an alias': { text: '\n  a: &a 1\n  b: &b *a\n', value: REFUSED },

  'literal block': { text: '\n  a: |\n    x\n      y\n\n    z\n\n', value: { a: 'x\n  y\n\nz\n' } },
  'literal block without its last line break': { text: '\n  a: |-\n    x\n\n', value: { a: 'x' } },
  'literal block with all line breaks': { text: '\n  a: |+\n    x\n\n  b: 1\n', value: { a: 'x\n\n', b: 1 } },
  'literal block with an indentation of its own': {
    text: '\n  a: |2\n      x\n    y\n',
    value: { a: '  x\ny\n' },
  },
  'folded block': {
    text: '\n  a: >\n    x\n    y\n\n    z\n      w\n    v\n',
    value: { a: 'x y\nz\n  w\nv\n' },
  },
  'separator in a block': { text: '\n  a: |\n    ---\n    ...\n', value: { a: '---\n...\n' } },
  'quotes over lines': { text: '\n  a: "x\n    y\n\n    z\\\n    w"\n', value: { a: 'x y\nzw' } },
  'quotes that go on in the first column': {
    text: '\n  a: "x\ny"\n  b: \'z\n\nw\'\n',
    value: { a: 'x y', b: 'z\nw' },
  },
  'plain scalar over lines': { text: '\n  a: x\n    y\n\n    z\n', value: { a: 'x y\nz' } },
  'separator that is indented': { text: ' 1\n ---\n', value: '1 ---' },
  'key and colon on two lines': { text: '\n  a\n    : 1\n', value: REFUSED },
  'bad indentation': { text: '\n  a: 1\n b: 2\n', value: REFUSED },
  'map in a line': { text: ' a: 1\n', value: REFUSED },
  'list in a line': { text: ' - a\n', value: REFUSED },

  'tab as indentation': { text: '\n\ta: 1\n', value: REFUSED },
  'tab behind a dash': { text: '\n-\tb\n', value: REFUSED },
  'tab in a blank line': { text: '\n  a: 1\n\t\n  b: 2\n', value: REFUSED },
  'tab before a comment': { text: '\n\t# c\n  a: 1\n', value: REFUSED },
  'tab at the beginning of a block': { text: '\n  a: |\n    \tx\n', value: REFUSED },
  'tab further down in a block': { text: '\n  a: |\n    all:\n    \tgo\n', value: { a: 'all:\n\tgo\n' } },
  'tab behind a colon': { text: '\n  a:\tb\n  c: d\t# e\n', value: { a: 'b', c: 'd' } },
  'tab in quotes': { text: '\n  a: "x\n\ty"\n', value: { a: 'x y' } },
  'tab in a plain scalar': { text: '\n  a: x\n   \ty\n', value: { a: 'x y' } },

  'carriage return and line feed': {
    text: '\r\n  a: |\r\n    x\r\n    y\r\n  b: "z\r\n    w"\r\n',
    value: { a: 'x\ny\n', b: 'z w' },
  },
  'carriage return alone': { text: '\r  a: 1\r  b: 2\r', value: { a: 1, b: 2 } },
  'byte order mark inside': { text: '\n  a: x\uFEFFy\n', value: { a: 'x\uFEFFy' } },
  'directive in quotes': { text: '\n  a: "x\n%YAML 1.2"\n', value: { a: 'x %YAML 1.2' } },
  'braces of a template': { text: '\n  a: {{ .Values.x }}\n', value: REFUSED },
  'braces in quotes': { text: '\n  a: "{{ .Values.x }}"\n', value: { a: '{{ .Values.x }}' } },
};

/** A manifest around the text of `data`. */
export function manifestOf(data: string): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: x\ndata:${data}`;
}
