// How many pods a PodDisruptionBudget lets the Eviction API take away.
import { type Amount, amountOf, readIntOrPercent } from './int-or-percent.ts';

/** The two limits of a budget; the API refuses both together, and a budget without either is legal. */
export interface DisruptionLimits {
  readonly minAvailable: Amount | undefined;
  readonly maxUnavailable: Amount | undefined;
}

/**
 * A limit of a budget: a 32-bit integer >= 0 or a percentage up to 100%. Undefined for everything else, which the
 * API refuses, and for absent values. Never throws.
 *
 * Source: kubernetes pkg/apis/policy/validation/validation.go ValidatePodDisruptionBudgetSpec.
 */
export function readDisruptionLimit(value: unknown): Amount | undefined {
  const amount = readIntOrPercent(value);
  return amount?.unit === 'percent' && amount.value > 100 ? undefined : amount;
}

/**
 * How many of `pods` pods, all of them healthy, may be evicted at once; `pods` is a whole number >= 0. A percentage
 * rounds UP in both fields, so `maxUnavailable: 1%` of 2 is 1, and `minAvailable: 80%` of 3 is 3 (a rolling update
 * rounds its maxUnavailable down). Without a limit the controller expects no pods and allows none to go. Never
 * throws.
 *
 * Source: kubernetes pkg/controller/disruption/disruption.go getExpectedPodCount, updatePdbStatus.
 */
export function allowedDisruptions({ minAvailable, maxUnavailable }: DisruptionLimits, pods: number): number {
  if (maxUnavailable) return Math.min(amountOf(maxUnavailable, pods, 'up'), pods);
  if (minAvailable) return Math.max(pods - amountOf(minAvailable, pods, 'up'), 0);
  return 0;
}
