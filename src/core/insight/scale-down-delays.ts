/** How long pods stay that no longer get requests. */
import type { Node } from '../node.ts';
import { heldSizesOf } from '../rollouts/canary-pods.ts';
import { canaryStepsOf, isRouted } from '../rollouts/canary-steps.ts';
import type { Canary } from './canary-stages.ts';
import type { Insight } from './insight.ts';
import { durationText, longHint } from './wording.ts';

/** Of a blue-green Rollout. */
export function blueGreenDelayInsights(blueGreen: Node): Insight[] {
  return [
    ...delayInsight(
      blueGreen.at('scaleDownDelaySeconds'),
      'after the switch; until then the way back is another switch',
    ),
    ...abortDelayInsight(blueGreen.at('abortScaleDownDelaySeconds')),
  ];
}

/**
 * Of a canary, which reads them only with traffic routing, and the one after an abort only where a step gave the new
 * pods a size of their own (argo-rollouts utils/replicaset/canary.go, argoproj/argo-rollouts#1841).
 */
export function routedDelayInsights(canary: Canary): Insight[] {
  if (!isRouted(canary)) return [];
  const isSized = heldSizesOf(canaryStepsOf(canary)).some((held) => held !== undefined);
  return [
    ...delayInsight(
      (canary as Node).at('scaleDownDelaySeconds'),
      'after the new version has all the traffic',
    ),
    ...(isSized ? abortDelayInsight((canary as Node).at('abortScaleDownDelaySeconds')) : []),
  ];
}

function delayInsight(at: Node, when: string): Insight[] {
  const seconds = at.integer();
  if (seconds === undefined || seconds < 0) return [];
  if (seconds === 0) return [{ at, text: 'The old pods get no time.' }];
  return [{ at, text: `The old pods stay ${durationText(seconds)} ${when}.`, ...longHint(seconds) }];
}

/** 0 means never (argo-rollouts utils/defaults/defaults.go GetAbortScaleDownDelaySecondsOrDefault). */
function abortDelayInsight(at: Node): Insight[] {
  const seconds = at.integer();
  if (seconds === undefined || seconds < 0) return [];
  if (seconds === 0)
    return [
      { at, text: '0 means never: after an abort the new pods run on until the next update.', hint: 'never' },
    ];
  return [{ at, text: `After an abort the new pods stay ${durationText(seconds)}.`, ...longHint(seconds) }];
}
