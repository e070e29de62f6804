// Counts of pods as Kubernetes writes them: a whole number, or a share of the replicas.

/**
 * A number of pods (`count`) or a share of a total in hundredths (`percent`); `value` is a whole number >= 0.
 */
export type Amount = { readonly unit: 'count' | 'percent'; readonly value: number };

/** Why a value is no `Amount`; `quoted-number` is a string of digits only, such as `"1"`. */
export type IntOrPercentProblem = 'not-int-or-percent' | 'negative' | 'quoted-number';

/** What happens to the fraction of a pod: surges round up, unavailable pods round down. */
export type Rounding = 'up' | 'down';

const PERCENT = /^[0-9]+%$/;
const DIGITS = /^[0-9]+$/;
const NEGATIVE_PERCENT = /^-[0-9]+%$/;
const MAX_INT32 = 2_147_483_647;

/**
 * The amount as apps/v1 validates it for Deployments, DaemonSets and StatefulSets: a 32-bit integer >= 0
 * (`3.0` is 3), or a string of digits followed by `%`. Undefined for everything else, also for null and
 * absent values, which have a default upstream. A percentage beyond 2^53 - 1 becomes 2^53 - 1. Never throws.
 *
 * Source: kubernetes pkg/apis/apps/validation/validation.go ValidatePositiveIntOrPercent; apimachinery
 * pkg/util/validation/validation.go IsValidPercent; pkg/util/intstr/intstr.go IntOrString (IntVal is int32).
 */
export function readIntOrPercent(value: unknown): Amount | undefined {
  if (typeof value === 'string') return PERCENT.test(value) ? percent(value.slice(0, -1)) : undefined;
  const integer = wholeNumber(value);
  if (integer === undefined || integer < 0 || integer > MAX_INT32) return undefined;
  return { unit: 'count', value: Math.abs(integer) };
}

/**
 * The amount as the Argo Rollouts controller reads it: as `readIntOrPercent`, and a string of digits without
 * `%` is a percentage too, so that `"1"` means 1%. Never throws.
 *
 * Source: argo-rollouts utils/replicaset/replicaset.go resolveFenceposts;
 * apimachinery pkg/util/intstr/intstr.go GetValueFromIntOrPercent (deprecated).
 */
export function readRolloutIntOrPercent(value: unknown): Amount | undefined {
  return typeof value === 'string' && DIGITS.test(value) ? percent(value) : readIntOrPercent(value);
}

/**
 * Why `readIntOrPercent` refuses a value (null and absent ones included); undefined when it accepts it. Never
 * throws.
 */
export function intOrPercentProblem(value: unknown): IntOrPercentProblem | undefined {
  if (readIntOrPercent(value) !== undefined) return undefined;
  if (typeof value === 'string') {
    if (DIGITS.test(value)) return 'quoted-number';
    return NEGATIVE_PERCENT.test(value) ? 'negative' : 'not-int-or-percent';
  }
  const integer = wholeNumber(value);
  return integer !== undefined && integer < 0 ? 'negative' : 'not-int-or-percent';
}

/**
 * The number of pods that an amount stands for, given a total of `total` pods (a whole number >= 0): a count
 * as it is, whatever the total; a percentage rounded in the given direction. Exact while the result and 100 x
 * total are below 2^53. Never throws.
 *
 * Source: apimachinery pkg/util/intstr/intstr.go GetScaledValueFromIntOrPercent.
 */
export function amountOf({ unit, value }: Amount, total: number, rounding: Rounding): number {
  if (unit === 'count') return value;
  const part = value % 100;
  const hundredths = part * total;
  const remainder = hundredths % 100;
  const roundedPart = (hundredths - remainder) / 100 + (rounding === 'up' && remainder > 0 ? 1 : 0);
  return ((value - part) / 100) * total + roundedPart;
}

/**
 * Whether an amount is zero as written (`0`, `"0%"`, `"00%"`), not merely after rounding.
 *
 * Source: kubernetes pkg/apis/apps/validation/validation.go ValidateRollingUpdateDeployment.
 */
export function isZero(amount: Amount): boolean {
  return amount.value === 0;
}

/** The amount as a manifest would write it, without quotes: `25%` or `1`. */
export function formatAmount({ unit, value }: Amount): string {
  return unit === 'percent' ? `${value}%` : `${value}`;
}

function percent(digits: string): Amount {
  return { unit: 'percent', value: Math.min(Number(digits), Number.MAX_SAFE_INTEGER) };
}

function wholeNumber(value: unknown): number | undefined {
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'number' && Number.isInteger(value) ? value : undefined;
}
