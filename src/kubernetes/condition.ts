// The conditions of a metric: what is certain to be wrong in one, and how it reads its result. In doubt it says nothing.
import { type Expression, LONGEST_EXPRESSION, partsOf, readExpression } from './expression.ts';
import { hasPlaceholder } from './placeholder.ts';

/** What a provider answers, where that is known: one number, or a list of numbers. */
export type ResultShape = 'number' | 'numbers';

export interface Condition {
  /** What is wrong with it whatever the result is: then every measurement is an error. */
  readonly problem: string | undefined;
  /** Whether it reads `result[0]`, and the result in no other way than by its length. */
  readonly readsFirstOnly: boolean;
  /** Whether it asks how many values there are. */
  readonly asksLength: boolean;
  /** Whether it asks for values that are no number. */
  readonly asksNaN: boolean;
}

const UNREAD: Condition = { problem: undefined, readsFirstOnly: false, asksLength: true, asksNaN: true };

/**
 * A condition, read with care: where the reader doesn't understand the text, there is no problem, and everything is
 * asked. Never throws.
 *
 * Source: argo-rollouts utils/evaluate/evaluate.go EvalCondition; expr-lang checker/checker.go.
 */
export function readCondition(text: string): Condition {
  const { expression, problem } = read(text);
  if (problem !== undefined) return { ...UNREAD, problem };
  if (!expression) return UNREAD;
  const parts = [...partsOf(expression)];
  const calls = parts.flatMap((part) => (part.kind === 'call' ? part.name : []));
  const uses = parts.filter((part) => part.kind === 'name' && part.name === 'result').length;
  const lengths = parts.filter(
    (part) => part.kind === 'call' && part.name === 'len' && isResult(part.args[0]),
  );
  const firsts = parts.filter((part) => part.kind === 'index' && part.zero && isResult(part.of));
  return {
    problem: unknownName(parts) ?? typeProblem(expression, 'unknown'),
    readsFirstOnly: firsts.length > 0 && firsts.length + lengths.length === uses,
    asksLength: calls.includes('len'),
    asksNaN: calls.includes('isNaN'),
  };
}

/** What is wrong with a condition because the result has this shape; undefined in doubt. Never throws. */
export function shapeProblem(text: string, shape: ResultShape): string | undefined {
  const { expression } = read(text);
  return expression && typeProblem(expression, shape);
}

/** `{{...}}` may stand for any operand; what other tools complete isn't read at all. */
function read(text: string): ReturnType<typeof readExpression> {
  if (text.length > LONGEST_EXPRESSION) return {};
  return hasPlaceholder(text.replace(/\{\{[\s\S]*?\}\}/g, '')) ? {} : readExpression(text);
}

function isResult(expression: Expression | undefined): boolean {
  return expression?.kind === 'name' && expression.name === 'result';
}

/** What the controller puts beside the functions of the language (utils/evaluate/evaluate.go). */
const OF_ARGO = ['asInt', 'asFloat', 'isNaN', 'isInf', 'isNil', 'default'];

/** The functions of the language (expr builtin/builtin.go). */
const OF_EXPR =
  `all any one none map filter find findIndex findLast findLastIndex count sum groupBy sortBy reduce len type abs ceil
  floor round int float string trim trimPrefix trimSuffix upper lower split splitAfter replace repeat join indexOf
  lastIndexOf hasPrefix hasSuffix max min mean median toJSON fromJSON toBase64 fromBase64 now duration date timezone first
  last get take keys values toPairs fromPairs reverse uniq concat flatten sort bitand bitor bitxor bitnand bitnot bitshl
  bitshr bitushr`.split(/\s+/);

const FUNCTIONS: ReadonlySet<string> = new Set([...OF_ARGO, ...OF_EXPR]);

function unknownName(parts: readonly Expression[]): string | undefined {
  for (const part of parts) {
    if (part.kind === 'call' && !FUNCTIONS.has(part.name)) return `there is no function "${part.name}"`;
    if (part.kind === 'name' && part.name !== 'result' && !FUNCTIONS.has(part.name))
      return `"${part.name}" means nothing, only "result" does`;
  }
  return undefined;
}

type Type = ResultShape | 'string' | 'boolean' | 'nil' | 'unknown';

const TITLES: Readonly<Record<Type, string>> = {
  number: 'a number',
  numbers: 'a list of numbers',
  string: 'a text',
  boolean: 'true or false',
  nil: 'nil',
  unknown: 'unknown',
};

class TypeProblem extends Error {}

function typeProblem(expression: Expression, result: Type): string | undefined {
  try {
    const type = typeOf(expression, result);
    if (type === 'boolean' || type === 'unknown') return undefined;
    return `it comes to ${TITLES[type]}, not to true or false`;
  } catch (error) {
    return error instanceof TypeProblem ? error.message : undefined;
  }
}

function typeOf(expression: Expression, result: Type): Type {
  switch (expression.kind) {
    case 'number':
    case 'string':
    case 'boolean':
    case 'nil':
      return expression.kind;
    case 'name':
      return expression.name === 'result' ? result : 'unknown';
    case 'unary':
      return unaryType(expression.operator, typeOf(expression.of, result));
    case 'binary':
      return binaryType(
        expression.operator,
        typeOf(expression.left, result),
        typeOf(expression.right, result),
        isComparison(expression.left),
      );
    case 'index':
      return indexType(typeOf(expression.of, result), typeOf(expression.index, result));
    case 'slice':
      return typeOf(expression.of, result) === 'numbers' ? 'numbers' : 'unknown';
    case 'member':
      return memberType(typeOf(expression.of, result));
    case 'call':
      return callType(
        expression.name,
        expression.args.map((arg) => typeOf(arg, result)),
      );
    default:
      return 'unknown';
  }
}

function unaryType(operator: string, of: Type): Type {
  const wanted = operator === '-' || operator === '+' ? 'number' : 'boolean';
  if (of !== wanted && of !== 'unknown') wrong(`"${operator}" is put before ${TITLES[of]}`);
  return wanted;
}

const ORDER = ['<', '<=', '>', '>='];
const EQUALITY = ['==', '!='];
const LOGIC = ['and', '&&', 'or', '||'];
const ARITHMETIC = ['-', '*', '/', '%', '**', '^'];

/** `1 < x < 2` is a chain in newer versions of the language. */
function isComparison(expression: Expression): boolean {
  return expression.kind === 'binary' && [...ORDER, ...EQUALITY].includes(expression.operator);
}

function binaryType(operator: string, left: Type, right: Type, chained: boolean): Type {
  const known = left !== 'unknown' && right !== 'unknown';
  const both = () => wrong(`${TITLES[left]} is compared with ${TITLES[right]}`);
  if (ORDER.includes(operator)) {
    const orderable = left === right && (left === 'number' || left === 'string');
    if (known && !orderable && !chained) both();
    return 'boolean';
  }
  if (EQUALITY.includes(operator)) {
    if (known && left !== right && left !== 'nil' && right !== 'nil' && !chained) both();
    return 'boolean';
  }
  if (LOGIC.includes(operator)) {
    const other = [left, right].find((type) => type !== 'boolean' && type !== 'unknown');
    if (other) wrong(`"${operator}" joins ${TITLES[other]}`);
    return 'boolean';
  }
  if (ARITHMETIC.includes(operator)) {
    const other = [left, right].find((type) => type !== 'number' && type !== 'unknown');
    if (other) wrong(`"${operator}" computes with ${TITLES[other]}`);
    return 'number';
  }
  if (operator === '+' || operator === '??') return left === right ? left : 'unknown';
  return 'boolean';
}

function indexType(of: Type, index: Type): Type {
  if (of === 'number' || of === 'boolean') wrong(`${TITLES[of]} has no [...]`);
  if (of !== 'numbers') return 'unknown';
  if (index !== 'number' && index !== 'unknown') wrong(`the place in a list of numbers is ${TITLES[index]}`);
  return 'number';
}

function memberType(of: Type): Type {
  if (of === 'number' || of === 'numbers' || of === 'boolean') wrong(`${TITLES[of]} has no fields`);
  return 'unknown';
}

/** Functions that take one number. */
const OF_NUMBER: Readonly<Record<string, Type>> = {
  isNaN: 'boolean',
  isInf: 'boolean',
  asInt: 'number',
  asFloat: 'number',
  int: 'number',
  float: 'number',
  abs: 'number',
  ceil: 'number',
  floor: 'number',
  round: 'number',
};

function callType(name: string, args: readonly Type[]): Type {
  const [first] = args;
  if (Object.hasOwn(OF_NUMBER, name)) {
    if (first === 'numbers') wrong(`${name} is given a list of numbers`);
    return OF_NUMBER[name] ?? 'unknown';
  }
  if (name === 'isNil') return 'boolean';
  if (name !== 'len') return 'unknown';
  if (first === 'number' || first === 'boolean') wrong(`${TITLES[first]} has no length`);
  return 'number';
}

function wrong(message: string): never {
  throw new TypeProblem(message);
}
