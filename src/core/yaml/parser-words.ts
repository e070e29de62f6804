/** What the `yaml` package finds fault with (its compose/*.js and parse/*.js), in words for people who know no parser. */
import type { YAMLError } from 'yaml';

/** Why a text can't be read. The words never hold input: it may be a Secret's. */
export function wordsFor({ code, message }: YAMLError): string {
  const [, words] = BY_MESSAGE.find(([start]) => message.startsWith(start)) ?? [];
  return words ?? BY_CODE[code] ?? 'something stands where it has no meaning';
}

const BY_CODE: Partial<Record<YAMLError['code'], string>> = {
  TAG_RESOLVE_FAILED: 'a value that begins with "!" is a tag, and this one has no meaning',
  BAD_DQ_ESCAPE: 'an escape that double-quoted strings do not have',
  BAD_DIRECTIVE: 'a line that begins with "%" is for the parser, and this one has no meaning',
  TAB_AS_INDENT: 'tabs are not allowed as indentation',
  MULTIPLE_ANCHORS: 'a value has two anchors ("&…")',
  MULTIPLE_TAGS: 'a value has two tags ("!…")',
  ALIAS_PROPS: 'an alias ("*…") has an anchor or a tag of its own',
  BAD_PROP_ORDER: 'an anchor ("&…") or a tag ("!…") stands before the "-", "?" or ":" that it belongs behind',
  BLOCK_IN_FLOW: 'a list with "-", or a key without a comma before it, stands inside of [] or {}',
  KEY_OVER_1024_CHARS: 'a key has more than 1024 characters',
  MULTILINE_IMPLICIT_KEY: 'a key goes over several lines: the first may lack its ":"',
};

const IN_BRACKETS = 'inside of [] or {}';
const TEXT_LINES = 'the text that "|" or ">" announces';
const PERCENT = 'a line that begins with "%" is for the parser, and "---" has to follow';

/** By how the message begins; it may go on with input. */
const BY_MESSAGE: readonly (readonly [start: string, words: string])[] = [
  ['Unexpected block-seq-ind on same line', 'a list begins on the line of its key'],
  ['Nested mappings are not allowed', 'a second key with ":" stands on the line of the first'],
  ['A block sequence may not be used', 'a list stands where a key is expected'],
  ['Implicit map keys need', 'a line of a map has no ":" after its key'],
  ['All mapping items', 'a line is not in one column with the others of its map'],
  ['All sequence items', 'a "-" is not in one column with the others of its list'],
  ['Sequence item without', 'a line of a list begins without "-"'],
  ['Missing newline after block sequence props', 'a list begins on the line of its anchor or tag'],
  ['Block collection cannot start on same line', 'a map or a list begins on the line of "---"'],
  ['Block scalar header includes', `${TEXT_LINES} begins on the same line`],
  ['Not a YAML token', `${TEXT_LINES} begins on the same line`],
  ['Block scalars with more-indented', `empty lines are indented deeper than ${TEXT_LINES}`],
  ['Block scalar values', `${TEXT_LINES} is not indented`],
  ['Block scalar lines', `${TEXT_LINES} has a line that is indented too little`],
  ['Plain value cannot start with a tab', 'a value begins with a tab'],
  ['Plain value cannot start with flow', 'a value without quotes begins with ","'],
  ['Plain value cannot start with directive', 'a value without quotes begins with "%"'],
  ['Plain value cannot start with reserved character @', 'a value without quotes begins with "@"'],
  ['Plain value cannot start with reserved', 'a value without quotes begins with "`"'],
  ['Plain value cannot start with block', `a value without quotes begins with "|" or ">" ${IN_BRACKETS}`],
  ['Missing closing', 'a quote is not closed'],
  ['Flow map', 'a "{" is not closed'],
  ['Flow sequence', 'a "[" is not closed'],
  ['Missing , between', `a comma is missing ${IN_BRACKETS}`],
  ['Missing , or :', `a "," or ":" is missing ${IN_BRACKETS}`],
  ['Missing space after :', `a blank is missing after ":" ${IN_BRACKETS}`],
  ['Unexpected , in', `there is a comma too many ${IN_BRACKETS}`],
  ['Unexpected empty item', `there is a comma too many ${IN_BRACKETS}`],
  ['Unexpected flow-seq-end', 'a "]" closes nothing'],
  ['Unexpected flow-map-end', 'a "}" closes nothing'],
  ['Tags and anchors must be', 'a blank is missing after an anchor ("&…") or a tag ("!…")'],
  ['Alias cannot be', 'a value that begins with "*" is an alias, and this one has no name'],
  ['Anchor cannot be', 'a value that begins with "&" is an anchor, and this one has no name'],
  ['Missing directives-end', PERCENT],
  ['Unexpected doc-end', 'a "..." ends no document'],
];
