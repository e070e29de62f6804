// Streams as kubectl cuts them: the objects that it gets out of a text by name, and what it objects to.

export interface Stream {
  readonly text: string;
  /** The objects that are judged; kubectl stops at what it refuses. */
  readonly names: readonly string[];
  /** Our findings; none where kubectl reads everything and drops nothing. */
  readonly rules: readonly string[];
}

const object = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`;
const json = (name: string) => `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"${name}"}}`;
const A = object('a');
const B = object('b');

const good = (text: string, ...names: string[]): Stream => ({ text, names, rules: [] });
const bad = (rule: string, text: string, ...names: string[]): Stream => ({ text, names, rules: [rule] });

const SEPARATOR = 'document-separator-invalid';

export const STREAMS: Readonly<Record<string, Stream>> = {
  'one document': good(A, 'a'),
  'two documents': good(`${A}---\n${B}`, 'a', 'b'),
  'a separator first': good(`---\n${A}`, 'a'),
  'separators around': good(`---\n---\n${A}---\n---\n`, 'a'),
  'a separator without a line break at the end': good(`${A}---`, 'a'),
  'blanks and comments behind separators': good(`${A}---  \t# x\n${B}--- \n`, 'a', 'b'),
  'a comment that touches a separator': good(`${A}---# x\n${B}`, 'a', 'b'),
  'comments alone': good(`# x\n---\n\n# y\n---\n${A}---\n# z`, 'a'),
  'a null document': good(`null\n---\n${A}---\n~\n`, 'a'),
  'carriage returns': good(`${A}---\n# x\n${B}`.replaceAll('\n', '\r\n'), 'a', 'b'),
  'mixed line breaks': good(`${A}---\r\n${B}---\n${object('c')}`, 'a', 'b', 'c'),
  'a byte order mark first': good(`\uFEFF${A}---\n${B}`, 'a', 'b'),
  'a byte order mark at a later document': good(`${A}---\n\uFEFF${B}`, 'a', 'b'),
  'a byte order mark behind a carriage return': good(`${A}---\r\n\uFEFF${B}`, 'a', 'b'),
  'a byte order mark before a separator': good(`\uFEFF---\n${A}`, 'a'),
  'a separator in a block scalar': good(`${A}data:\n  a: |\n    ---\n    x\n---\n${B}`, 'a', 'b'),
  'a comment that ends in dashes': good(`#---\n${A}---\n# ------ x---\n${B}`, 'a', 'b'),
  'text behind a separator': bad(SEPARATOR, `${A}---${B}`, 'a', 'b'),
  'text apart from a separator': bad(SEPARATOR, `${A}--- x\n${B}`, 'a'),
  'four dashes': bad(SEPARATOR, `${A}----\n${B}`, 'a'),
  'a byte order mark behind a separator': bad(SEPARATOR, `${A}---\uFEFF\n${B}`, 'a', 'b'),
  'a separator at the end of a value': bad(SEPARATOR, `${A}data: {a: x}\ntype: y---\n${B}`, 'b'),

  'an end of document last': good(`${A}...\n`, 'a'),
  'an end of document before a separator': good(`${A}...\n---\n${B}`, 'a', 'b'),
  'an end of document and comments': good(`${A}... # x\n# y\n---\n${B}`, 'a', 'b'),
  'dots that end nothing': good(`${A}data:\n  a: |\n    ...\n  b: ...x\n`, 'a'),
  'an object behind an end of document': bad(SEPARATOR, `${A}...\n${B}`, 'a'),
  'an end of document first': bad(SEPARATOR, `...\n${A}`),
  'an end of document alone': bad(SEPARATOR, `${A}---\n...\n---\n${B}`, 'a', 'b'),

  'a directive': bad('yaml-syntax-error', `%YAML 1.2\n---\n${A}`, 'a'),
  'a directive behind a comment': bad('yaml-syntax-error', `# x\n%TAG ! tag:x,2020:\n---\n${A}`, 'a'),
  'a directive at a later document': bad('yaml-syntax-error', `${A}---\n%YAML 1.1\n---\n${B}`, 'a', 'b'),
  'a directive without a document': bad('yaml-syntax-error', `${A}---\n%YAML 1.1\n`, 'a'),

  'a broken document': bad('yaml-syntax-error', `${A}---\n${B}data: [\n---\n${object('c')}`, 'a', 'c'),
  'an alias over documents': bad(
    'yaml-syntax-error',
    `${A}data: &x {}\n---\n${B}data: *x\n---\n${object('c')}`,
    'a',
    'c',
  ),
  'anchors of the same name': good(`${A}data: &x {}\nd: *x\n---\n${B}data: &x {}\nd: *x\n`, 'a', 'b'),

  'a JSON value': good(json('a'), 'a'),
  'JSON values without separators': good(`${json('a')}${json('b')}\n\n ${json('c')}`, 'a', 'b', 'c'),
  'JSON with tabs': good(json('a').replaceAll(',', ',\n\t'), 'a'),
  'JSON with escapes': good(
    json('a').replace('"v1"', '"\\u00761"').replace('}}', '},"x":"\\/\\ud83d\\ude00"}'),
    'a',
  ),
  'JSON with a byte order mark': good(`\uFEFF${json('a')}`, 'a'),
  'JSON values between separators': good(`${json('a')}\n---\n${json('b')}\n---\n${A}`, 'a', 'b', 'a'),
  'JSON behind YAML': good(`${A}---\n${json('b').replaceAll(',', ',\n\t')}`, 'a', 'b'),
  'JSON with a trailing comma': good(json('a').replace('}}', '},}'), 'a'),
  'JSON with a comment': good(`${json('a')}\n# x\n`, 'a'),
  KYAML: good(
    '---\n{\n  apiVersion: "v1",\n  kind: "ConfigMap",\n  metadata: {\n    name: "a",\n  },\n}\n',
    'a',
  ),
  'two JSON values in one document of several': bad(
    SEPARATOR,
    `${A}---\n${json('b')}\n${json('c')}`,
    'a',
    'b',
    'c',
  ),
  'JSON values, then a separator': bad(
    SEPARATOR,
    `${json('a')}${json('b')}\n---\n${json('c')}`,
    'a',
    'b',
    'c',
  ),
  'JSON escapes behind a separator': bad(
    'yaml-syntax-error',
    `${A}---\n${json('b').replace('"v1"', '"v\\/1"')}`,
    'a',
  ),
  'JSON that breaks off': bad('yaml-syntax-error', `${json('a')}\n${json('b').slice(0, -4)}`, 'a'),

  'a List': good(
    `apiVersion: v1\nkind: List\nitems:\n- ${A.replaceAll('\n', '\n  ')}\n- ${B.replaceAll('\n', '\n  ')}`,
    'a',
    'b',
  ),
  'a List in JSON': good(`{"apiVersion":"v1","kind":"List","items":[${json('a')},${json('b')}]}`, 'a', 'b'),
  'an empty List': good('apiVersion: v1\nkind: List\nitems: []\n'),
  'a list of one kind': good(
    'apiVersion: v1\nkind: ConfigMapList\nitems:\n- metadata: {name: a}\n- metadata: {name: b}\n',
    'a',
    'b',
  ),
};
