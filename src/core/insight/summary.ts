/** One line about a Rollout: how many steps and gates, how long, and how much the first stage exposes. */
import { canaryShare } from '../../kubernetes/index.ts';
import type { ResourceIndex } from '../index/resource-index.ts';
import type { Node } from '../node.ts';
import type { Resource } from '../resource.ts';
import { blueGreenOf } from '../rollouts/blue-green.ts';
import { canaryPodsOf } from '../rollouts/canary-pods.ts';
import {
  type CanaryStep,
  canaryOf,
  canaryStepsOf,
  fullWeightOf,
  hasBackgroundAnalysis,
  isCheck,
  isRouted,
} from '../rollouts/canary-steps.ts';
import { routersOf } from '../rollouts/traffic-routers.ts';
import { promotionOf } from './blue-green.ts';
import type { Canary } from './canary-stages.ts';
import { type Hold, timesOf } from './canary-times.ts';
import { podCountsOf } from './pod-counts.ts';
import { counted, durationText, rangeText, roundShare } from './wording.ts';

const SEPARATOR = ' · ';

/**
 * `5 steps · 2 gates · about 25m · first exposure 20 %`, or `blue-green · promotes by hand · old pods kept 30s`;
 * undefined for other kinds and for fragments, and where there is no strategy or two. What can't be told is left out.
 *
 * A gate is a step at which a person or an analysis can stop the release while new pods run: a pause that lasts, an
 * analysis, an experiment, a plugin. The time is what pauses, analyses and experiments take, at least where one of them
 * has no known time; pods need their own time to start. The first exposure is the share of the requests (by the
 * router) or of the pods in the first stage that has any.
 */
export function summaryOf(resource: Resource, index: ResourceIndex): string | undefined {
  if (!index.isWhole(resource)) return undefined;
  const canary = canaryOf(resource as Resource<never>);
  if (canary) return canarySummary(resource, canary, index);
  const blueGreen = blueGreenOf(resource as Resource<never>) as Node | undefined;
  return blueGreen && blueGreenSummary(blueGreen);
}

function canarySummary(rollout: Resource, canary: Canary, index: ResourceIndex): string | undefined {
  const steps = canaryStepsOf(canary);
  const background = hasBackgroundAnalysis(canary) ? 'background analysis' : undefined;
  if (canary.at('steps').exists && !canary.at('steps').isList) return undefined;
  if (steps.length === 0)
    return joined('no steps', background, isRouted(canary) ? 'all traffic at once' : 'a rolling update');
  const holds = timesOf(steps, rollout, index).map(({ hold }) => hold);
  const gates = steps.filter((step, at) => isCheck(step) && holds[at] !== 0).length;
  return joined(
    counted(steps.length, 'step'),
    counted(gates, 'gate'),
    background,
    lengthOf(holds),
    exposureText(rollout, canary, steps, index),
  );
}

function joined(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(SEPARATOR);
}

/** `about 25m`, `about 25m until promoted`, `at least 25m`. */
function lengthOf(holds: readonly Hold[]): string | undefined {
  const seconds = holds.reduce<number>((sum, hold) => sum + (typeof hold === 'number' ? hold : 0), 0);
  const time = `${holds.includes('unknown') ? 'at least' : 'about'} ${durationText(seconds)}`;
  const known = seconds > 0 ? time : undefined;
  if (!holds.includes('promotion')) return known;
  return known ? `${known} and until promoted` : 'until promoted';
}

function exposureText(
  rollout: Resource,
  canary: Canary,
  steps: readonly CanaryStep[],
  index: ResourceIndex,
): string | undefined {
  const counts = podCountsOf(rollout, index);
  if (!counts || counts.ends[0] === 0) return undefined;
  const shares = counts.ends.map((replicas) => firstShare(canary, steps, replicas));
  const known = shares.filter((share) => share !== undefined).map(roundShare);
  return known.length === shares.length ? `first exposure ${rangeText(known)} %` : undefined;
}

/** Undefined when a stage before it, or its own, can't be read or is a plugin's, and when nothing moves the requests. */
function firstShare(canary: Canary, steps: readonly CanaryStep[], replicas: number): number | undefined {
  const written = isRouted(canary) ? sentShares(canary, steps) : podShares(canary, steps, replicas);
  const shares = written.map((share, at) =>
    steps[at]?.kinds.includes('plugin') && !share ? undefined : share,
  );
  const first = shares.find((share) => share !== 0);
  return shares.every((share) => share === 0) ? 100 : first;
}

function sentShares(canary: Canary, steps: readonly CanaryStep[]): (number | undefined)[] {
  const full = fullWeightOf(canary);
  const hasRouter = routersOf(canary.at('trafficRouting') as Node).length > 0;
  return steps.map(({ weight }) => {
    const isReadable = weight !== undefined && full && weight >= 0 && weight <= full && hasRouter;
    return isReadable ? (weight / full) * 100 : undefined;
  });
}

function podShares(canary: Canary, steps: readonly CanaryStep[], replicas: number): (number | undefined)[] {
  return canaryPodsOf(canary, steps, replicas).map((split) => split && canaryShare(split));
}

function blueGreenSummary(blueGreen: Node): string {
  const promotion = promotionOf(blueGreen);
  const delay = blueGreen.at('scaleDownDelaySeconds');
  const kept = delay.exists ? delay.integer() : DEFAULT_SCALE_DOWN_DELAY;
  return joined(
    'blue-green',
    blueGreen.at('prePromotionAnalysis').exists ? 'analysis before the switch' : undefined,
    promotion && promotionPart(promotion),
    blueGreen.at('postPromotionAnalysis').exists ? 'analysis after the switch' : undefined,
    kept !== undefined && kept > 0 ? `old pods kept ${durationText(kept)}` : undefined,
  );
}

/** Of a blue-green Rollout (argo-rollouts utils/defaults/defaults.go). */
const DEFAULT_SCALE_DOWN_DELAY = 30;

function promotionPart(promotion: NonNullable<ReturnType<typeof promotionOf>>): string {
  if (promotion === 'by hand') return 'promotes by hand';
  return promotion.after > 0 ? `promotes itself after ${durationText(promotion.after)}` : 'promotes itself';
}
