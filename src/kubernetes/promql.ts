// What a Prometheus query returns, as far as its outermost parts tell. In doubt these functions say nothing.

type Operand =
  /** One number: a literal, `scalar(...)`, `time()`. */
  | 'scalar'
  /** A vector that an aggregation without labels made: one series at most. */
  | 'single'
  /** A vector with as many series as there are. */
  | 'series'
  /** Something that an argument or another tool completes. */
  | 'unknown';

interface Query {
  readonly operands: readonly Operand[];
  /** Whether vectors are united, or matched by some labels only. */
  readonly united: boolean;
}

/**
 * Whether a query returns one number or a vector, which is a list of numbers to a condition even if it holds a single
 * one. Undefined in doubt. Never throws.
 *
 * Source: argo-rollouts metricproviders/prometheus/prometheus.go processResponse; prometheus.io
 * docs/prometheus/latest/querying/operators.
 */
export function promqlShape(query: string): 'scalar' | 'vector' | undefined {
  const operands = readQuery(query)?.operands ?? [];
  if (operands.some((operand) => operand === 'single' || operand === 'series')) return 'vector';
  return operands.length === 0 || operands.includes('unknown') ? undefined : 'scalar';
}

/** Whether nothing in a query brings its series down to one: there are as many as Prometheus knows. Never throws. */
export function mayHaveManySeries(query: string): boolean {
  const read = readQuery(query);
  if (!read || read.operands.includes('unknown')) return false;
  if (read.united) return false;
  return read.operands.includes('series') && !read.operands.includes('single');
}

/** Whether a query computes what is no number where there is no traffic: a ratio, a quantile, `scalar()`. Never throws. */
export function mayBeNaN(query: string): boolean {
  return /\/|\bhistogram_quantile\b|\bscalar\s*\(/.test(withoutTexts(query));
}

/** Whether a query measures over time, so that its value differs from one moment to the next. Never throws. */
export function isOverTime(query: string): boolean {
  return /\b(?:rate|irate|increase|histogram_quantile|[a-z]+_over_time)\b/.test(withoutTexts(query));
}

/** Whether a query answers even when there is no series: it is united with a constant, or asks for absence. Never throws. */
export function fillsGaps(query: string): boolean {
  const text = withoutTexts(query);
  return /\bor\b[\s\S]*\b(?:vector|time)\s*\(/i.test(text) || /^[\s(]*(?:absent|vector)\b/i.test(text);
}

/** Longer than any query, so that reading takes little time. */
const LONGEST = 5000;

/** Comments and what stands in quotes: paths and labels, which aren't the query's own syntax. */
const TEXTS = /"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|`[^`]*`|#.*/g;
const HOLES = /\{\{(?:(?!\}\})[\s\S])*\}\}/g;
const HOLE = 'HOLE__';

/** An empty text for one that is too long. */
function withoutTexts(query: string): string {
  if (query.length > LONGEST) return '';
  return query.replace(HOLES, HOLE).replace(TEXTS, (text) => (text.startsWith('#') ? '' : '""'));
}

const TOKEN =
  /\s+|""|[A-Za-z_:][A-Za-z0-9_:.]*|(?:[0-9][0-9a-zA-Z_.]*|\.[0-9]+)|[=!<>]=|=~|!~|[-+*/%^<>@,(){}[\]=$]/y;

type Group = readonly (string | Group)[];

const DEEPEST = 100;

/** The words of a query, what is in round brackets as a list of its own, other brackets as `{}` and `[]`. */
function groupsOf(query: string): Group | undefined {
  const text = withoutTexts(query);
  const stack: (string | Group)[][] = [[]];
  for (let at = 0; at < text.length; ) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[0];
    if (token === undefined || token === '$' || stack.length > DEEPEST) return undefined;
    at += token.length;
    const bracket = token === '{' ? '}' : token === '[' ? ']' : undefined;
    if (bracket) {
      const end = text.indexOf(bracket, at);
      if (end < 0) return undefined;
      at = end + 1;
      stack.at(-1)?.push(token + bracket);
    } else if (token === '(') stack.push([]);
    else if (token === ')') {
      const group = stack.pop();
      if (!group || stack.length === 0) return undefined;
      stack.at(-1)?.push(group);
    } else if (token.trim()) stack.at(-1)?.push(token);
  }
  return stack.length === 1 ? stack[0] : undefined;
}

function readQuery(query: string): Query | undefined {
  const groups = groupsOf(query);
  return groups && readGroup(groups);
}

const SCALARS = new Set(['scalar', 'time', 'pi']);
const AGGREGATIONS = new Set(['sum', 'avg', 'min', 'max', 'count', 'group', 'stddev', 'stdvar', 'quantile']);
/** Functions with one series at most. */
const SINGLE = new Set(['vector', 'absent', 'absent_over_time']);
/** Words that are followed by labels in brackets. */
const MATCHERS = new Set(['on', 'ignoring', 'group_left', 'group_right']);
const WORDS = new Set(['and', 'or', 'unless', 'atan2', 'bool', 'offset', 'inf', 'nan', 'start', 'end']);

function readGroup(group: Group): Query {
  const operands: Operand[] = [];
  let united = false;
  for (let at = 0; at < group.length; at++) {
    const part = group[at];
    if (part === undefined) break;
    if (typeof part !== 'string') {
      const inside = readGroup(part);
      united ||= inside.united;
      operands.push(...inside.operands);
      continue;
    }
    const word = part.toLowerCase();
    if (MATCHERS.has(word)) {
      united = true;
      if (typeof group[at + 1] === 'object') at++;
    } else if (WORDS.has(word)) {
      if (word === 'inf' || word === 'nan') operands.push('scalar');
    } else if (part.startsWith(HOLE)) operands.push('unknown');
    else if (/^[0-9.]/.test(part)) operands.push('scalar');
    else if (part === '""') return { operands: ['unknown'], united };
    else if (part === '{}' && !/^[A-Za-z_:]/.test(String(group[at - 1] ?? ''))) operands.push('series');
    else if (/^[A-Za-z_:]/.test(part)) {
      const call = readCall(group, at);
      operands.push(call.operand);
      at = call.end;
    }
  }
  return { operands, united };
}

/** A metric's name, a function or an aggregation with its labels and arguments. */
function readCall(group: Group, start: number): { readonly operand: Operand; readonly end: number } {
  const name = String(group[start]).toLowerCase();
  let end = start;
  let labels: Group | undefined;
  let args: Group | undefined;
  let by = 'by';
  for (let next = group[end + 1]; next !== undefined; next = group[end + 1]) {
    const word = typeof next === 'string' ? next.toLowerCase() : undefined;
    const following = group[end + 2];
    if ((word === 'by' || word === 'without') && typeof following === 'object') {
      by = word;
      labels = following;
      end += 2;
    } else if (typeof next === 'object' && !args) {
      args = next;
      end++;
    } else break;
  }
  if (!args) return { operand: 'series', end };
  return { operand: operandOf(name, args, labels && { by, labels }), end };
}

function operandOf(
  name: string,
  args: Group,
  grouping: { readonly by: string; readonly labels: Group } | undefined,
): Operand {
  if (SCALARS.has(name)) return 'scalar';
  if (SINGLE.has(name)) return 'single';
  if (AGGREGATIONS.has(name)) {
    const labels = grouping?.labels.filter((label) => label !== ',' && label !== 'le') ?? [];
    return grouping?.by === 'without' || labels.length > 0 ? 'series' : 'single';
  }
  // Any other function keeps the series of the vectors that it is given.
  const { operands } = readGroup(args);
  if (operands.includes('single')) return 'single';
  return 'series';
}
