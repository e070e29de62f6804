// The syntax of a condition: the expression language of expr-lang, as far as conditions use it.

export type Expression =
  | { readonly kind: 'number' | 'string' | 'boolean' | 'nil' | 'hole' }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] }
  | { readonly kind: 'index'; readonly of: Expression; readonly index: Expression; readonly zero: boolean }
  | { readonly kind: 'slice' | 'member'; readonly of: Expression }
  | { readonly kind: 'unary'; readonly operator: string; readonly of: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: string;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'other'; readonly parts: readonly Expression[] };

interface Token {
  readonly kind: 'number' | 'string' | 'name' | 'operator' | 'hole' | 'end';
  readonly text: string;
}

const TOKENS: readonly (readonly [Token['kind'] | 'space', RegExp])[] = [
  ['space', /\s+|\/\/.*|\/\*[\s\S]*?\*\//y],
  ['hole', /\{\{(?:(?!\}\})[\s\S])*\}\}/y],
  ['number', /0[xX][0-9a-fA-F_]+|(?:[0-9][0-9_]*)(?:\.[0-9][0-9_]*)?(?:[eE][+-]?[0-9]+)?|\.[0-9]+/y],
  [
    'string',
    /"(?:\{\{(?:(?!\}\})[\s\S])*\}\}|\\[\s\S]|(?!\{\{)[^"\\])*"|'(?:\{\{(?:(?!\}\})[\s\S])*\}\}|\\[\s\S]|(?!\{\{)[^'\\])*'|`[^`]*`/y,
  ],
  ['name', /[A-Za-z_][A-Za-z0-9_]*/y],
  ['operator', /&&|\|\||==|!=|<=|>=|\?\.|\?\?|\*\*|\.\.|[-+*/%^<>!?:.,()[\]=&|'"`]/y],
];

/** How strongly binary operators bind (expr parser/operator/operator.go). */
const BINARY: Readonly<Record<string, number>> = {
  or: 10,
  '||': 10,
  and: 15,
  '&&': 15,
  '==': 20,
  '!=': 20,
  '<': 20,
  '<=': 20,
  '>': 20,
  '>=': 20,
  in: 20,
  matches: 20,
  contains: 20,
  startsWith: 20,
  endsWith: 20,
  '+': 30,
  '-': 30,
  '*': 60,
  '/': 60,
  '%': 60,
  '**': 100,
  '^': 100,
  '??': 500,
};

const UNARY: Readonly<Record<string, number>> = { not: 50, '!': 1000, '-': 1000, '+': 1000 };

/** What the reader doesn't understand and says nothing about: closures, pipes, variables, `if`, other characters. */
class Unsure extends Error {}

class SyntaxProblem extends Error {}

/**
 * The expression in a text; `problem` says why it is certain to be none. Neither, when it uses more of the language than
 * this reader knows, or holds `{{...}}` outside of a string where that could change the syntax. Never throws.
 *
 * Source: expr-lang docs/language-definition.md, parser/lexer, parser/parser.go.
 */
export function readExpression(text: string): {
  readonly expression?: Expression;
  readonly problem?: string;
} {
  let tokens: readonly Token[] = [];
  try {
    tokens = tokensOf(text);
    return { expression: new Parser(tokens).whole() };
  } catch (error) {
    const certain = error instanceof SyntaxProblem && !tokens.some(({ kind }) => kind === 'hole');
    return certain ? { problem: error.message } : {};
  }
}

/** Longer than any condition, so that reading takes little time and few calls; a longer one isn't read. */
export const LONGEST_EXPRESSION = 4000;

function tokensOf(text: string): Token[] {
  if (text.length > LONGEST_EXPRESSION) throw new Unsure();
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const token = tokenAt(text, at);
    if (!token) throw new Unsure();
    at += token.text.length;
    if (token.kind !== 'space') tokens.push({ kind: token.kind, text: token.text });
  }
  return [...tokens, { kind: 'end', text: '' }];
}

function tokenAt(text: string, at: number) {
  for (const [kind, pattern] of TOKENS) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return { kind, text: match[0] };
  }
  return undefined;
}

/** Deeper than any condition; each level is a few calls. */
const DEEPEST = 200;

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get #token(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end', text: '' };
  }

  #is(...texts: string[]): boolean {
    const { kind, text } = this.#token;
    return (kind === 'operator' || kind === 'name') && texts.includes(text);
  }

  #take(text: string): boolean {
    if (!this.#is(text)) return false;
    this.#at++;
    return true;
  }

  #expect(text: string): void {
    if (!this.#take(text)) this.#unexpected();
  }

  #unexpected(): never {
    const { kind, text } = this.#token;
    const before = this.#tokens[this.#at - 1]?.text;
    if (/^['"`]$/.test(text)) throw new SyntaxProblem('a text in quotes has no end');
    if (kind === 'end')
      throw new SyntaxProblem(before === undefined ? 'it is empty' : `it ends after "${before}"`);
    throw new SyntaxProblem(before === undefined ? `it begins with ${quoted(text)}` : after(text, before));
  }

  whole(): Expression {
    if (this.#tokens.some(({ kind, text }) => kind === 'name' && (text === 'let' || text === 'if')))
      throw new Unsure();
    const expression = this.#ternary();
    if (this.#token.kind !== 'end') this.#unexpected();
    return expression;
  }

  #ternary(): Expression {
    if (++this.#depth > DEEPEST) throw new Unsure();
    const condition = this.#binary(0);
    this.#depth--;
    if (!this.#take('?')) return condition;
    if (this.#take(':')) return { kind: 'other', parts: [condition, this.#ternary()] };
    const yes = this.#ternary();
    this.#expect(':');
    return { kind: 'other', parts: [condition, yes, this.#ternary()] };
  }

  #binary(least: number): Expression {
    let left = this.#unary();
    for (;;) {
      if (this.#is('|', '..')) throw new Unsure();
      const start = this.#at;
      const negated = this.#take('not');
      const operator = this.#token.text;
      const strength = this.#token.kind === 'string' ? undefined : own(BINARY, operator);
      if (strength === undefined || strength < least) {
        this.#at = start;
        return left;
      }
      if (negated && !this.#is('in', 'matches', 'contains', 'startsWith', 'endsWith')) this.#unexpected();
      this.#at++;
      left = { kind: 'binary', operator, left, right: this.#binary(strength + 1) };
    }
  }

  #unary(): Expression {
    const operator = this.#token.text;
    const strength = this.#token.kind === 'string' ? undefined : own(UNARY, operator);
    if (strength === undefined) return this.#postfix(this.#primary());
    if (++this.#depth > DEEPEST) throw new Unsure();
    this.#at++;
    const of = this.#binary(strength);
    this.#depth--;
    return { kind: 'unary', operator, of };
  }

  #primary(): Expression {
    const { kind, text } = this.#token;
    if (this.#take('(')) {
      const inside = this.#ternary();
      this.#expect(')');
      return inside;
    }
    if (this.#take('[')) return { kind: 'other', parts: this.#list(']') };
    if (kind === 'end' || kind === 'operator' || own(BINARY, text) !== undefined) {
      if (text === '.') throw new Unsure();
      this.#unexpected();
    }
    this.#at++;
    if (kind !== 'name') return { kind };
    if (text === 'true' || text === 'false') return { kind: 'boolean' };
    if (text === 'nil') return { kind: 'nil' };
    return this.#take('(')
      ? { kind: 'call', name: text, args: this.#list(')') }
      : { kind: 'name', name: text };
  }

  #postfix(of: Expression): Expression {
    if (this.#take('[')) return this.#postfix(this.#indexed(of));
    if (!this.#take('.') && !this.#take('?.')) return of;
    if (this.#take('[')) return this.#postfix(this.#indexed(of));
    if (this.#token.kind === 'hole') throw new Unsure();
    if (this.#token.kind !== 'name') this.#unexpected();
    this.#at++;
    if (!this.#take('(')) return this.#postfix({ kind: 'member', of });
    return this.#postfix({ kind: 'other', parts: [of, ...this.#list(')')] });
  }

  #indexed(of: Expression): Expression {
    if (this.#take(':')) return this.#sliced(of);
    const zero = this.#token.text === '0';
    const index = this.#ternary();
    if (this.#take(':')) return this.#sliced(of);
    this.#expect(']');
    return { kind: 'index', of, index, zero: zero && index.kind === 'number' };
  }

  #sliced(of: Expression): Expression {
    if (!this.#is(']')) this.#ternary();
    this.#expect(']');
    return { kind: 'slice', of };
  }

  /** The rest of a list, whose opening bracket is read. */
  #list(close: string): Expression[] {
    const parts: Expression[] = [];
    while (!this.#take(close)) {
      parts.push(this.#ternary());
      if (!this.#is(close)) this.#expect(',');
    }
    return parts;
  }
}

function own<V>(table: Readonly<Record<string, V>>, key: string): V | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

function after(text: string, before: string): string {
  return `${quoted(text)} can't stand after ${quoted(before)}`;
}

function quoted(text: string): string {
  return /^["']/.test(text) ? text : `"${text}"`;
}

/** The expressions in an expression, itself first. */
export function* partsOf(expression: Expression): Generator<Expression> {
  yield expression;
  for (const part of childrenOf(expression)) yield* partsOf(part);
}

function childrenOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'call':
      return expression.args;
    case 'index':
      return [expression.of, expression.index];
    case 'slice':
    case 'member':
    case 'unary':
      return [expression.of];
    case 'binary':
      return [expression.left, expression.right];
    case 'other':
      return expression.parts;
    default:
      return [];
  }
}
