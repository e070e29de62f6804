// Durations as Go's programs read them: `1h30m`, `2.5s`.

const NANOSECONDS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n, // micro sign
  μs: 1_000n, // Greek mu
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};
const LARGEST = 2n ** 63n;

const PART = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)/;
const DURATION = new RegExp(`^([+-]?)(0|(?:${PART.source})+)$`);
const PARTS = new RegExp(PART.source, 'g');

/**
 * The seconds of a duration in Go's notation, fractions included: numbers with units (ns, us, ms, s, m, h), without
 * spaces, or a bare `0`. Undefined for what Go refuses: no unit (`60`), days (`1d`), an empty text, more than 2^63 ns
 * (292 years). Never throws.
 *
 * Source: Go 1.22, time/format.go ParseDuration.
 */
export function parseGoDuration(text: string): number | undefined {
  const [whole, sign, amount = ''] = DURATION.exec(text) ?? [];
  if (whole === undefined) return undefined;
  let total = 0n;
  for (const [, number = '', unit = ''] of amount.matchAll(PARTS)) total += nanoseconds(number, unit);
  if (total > LARGEST || (total === LARGEST && sign !== '-')) return undefined;
  const seconds = Number(total) / 1e9;
  return sign === '-' && seconds > 0 ? -seconds : seconds;
}

/** A fraction is cut off below a nanosecond. */
function nanoseconds(number: string, unit: string): bigint {
  const [whole = '', fraction = ''] = number.split('.');
  const size = NANOSECONDS[unit] ?? 0n;
  const part = fraction ? BigInt(Math.floor(Number(`0.${fraction}`) * Number(size))) : 0n;
  return BigInt(whole || '0') * size + part;
}
