/** A blue-green Rollout: who promotes the new pods and when, and how long the old ones stay. */
import type { ResourceIndex } from '../index/resource-index.ts';
import type { Node } from '../node.ts';
import type { Resource } from '../resource.ts';
import { analysesOf } from '../rollouts/analysis.ts';
import { blueGreenOf } from '../rollouts/blue-green.ts';
import { analysisText } from './analyses.ts';
import { analysisAt } from './canary-times.ts';
import type { Insight } from './insight.ts';
import { podCountsOf } from './pod-counts.ts';
import { code, counted, durationText, paragraphs } from './wording.ts';

/** Of a Rollout with blueGreen. */
export function blueGreenInsights(rollout: Resource, index: ResourceIndex): Insight[] {
  const blueGreen = blueGreenOf(rollout as Resource<never>) as Node | undefined;
  if (!blueGreen) return [];
  return [
    ...promotionInsights(blueGreen, rollout),
    ...previewInsight(blueGreen.at('previewReplicaCount'), rollout, index),
    ...delayInsights(
      blueGreen,
      'The old pods stay',
      'after the switch, and going back to them is a switch too',
    ),
    ...gateInsight(
      blueGreen.at('prePromotionAnalysis'),
      rollout,
      index,
      'The new pods are promoted only when it has passed.',
    ),
    ...gateInsight(
      blueGreen.at('postPromotionAnalysis'),
      rollout,
      index,
      'When it fails, the traffic goes back to the old pods.',
    ),
  ];
}

/** How a new version gets the traffic; undefined where a value can't be read. */
export type Promotion = 'by hand' | { readonly after: number };

/** `autoPromotionSeconds` counts only where a Rollout promotes itself (argo-rollouts rollout/pause.go CompletedBlueGreenPause). */
export function promotionOf(blueGreen: Node): Promotion | undefined {
  const enabled = blueGreen.at('autoPromotionEnabled');
  const seconds = blueGreen.at('autoPromotionSeconds');
  if (enabled.exists && enabled.boolean() === undefined) return undefined;
  if (enabled.boolean() === false) return 'by hand';
  const after = seconds.exists ? seconds.integer() : 0;
  return after === undefined || after < 0 ? undefined : { after };
}

function promotionInsights(blueGreen: Node, rollout: Resource): Insight[] {
  const promotion = promotionOf(blueGreen);
  const [enabled, seconds] = [blueGreen.at('autoPromotionEnabled'), blueGreen.at('autoPromotionSeconds')];
  if (!promotion) return [];
  const analysed = blueGreen.at('prePromotionAnalysis').exists
    ? ' and the prePromotionAnalysis has passed'
    : '';
  const text = promotionText(promotion, analysed, rollout);
  const hint = promotion === 'by hand' ? 'not read' : lengthHint(promotion.after);
  return [
    ...(enabled.exists ? [{ at: enabled, text }] : []),
    ...(seconds.exists
      ? [{ at: seconds, text: promotion === 'by hand' ? `Not read: ${text}` : text, ...(hint && { hint }) }]
      : []),
  ];
}

function promotionText(promotion: Promotion, analysed: string, { name }: Resource): string {
  if (promotion === 'by hand')
    return `waits until somebody promotes it: ${code(`kubectl argo rollouts promote ${name ?? 'NAME'}`)}`;
  const when = promotion.after === 0 ? 'as soon as' : `${durationText(promotion.after)} after`;
  return `promotes itself ${when} all new pods are available${analysed}`;
}

/** Seconds in a form that says more than the number. */
function lengthHint(seconds: number): string | undefined {
  return seconds >= 60 ? durationText(seconds) : undefined;
}

function previewInsight(at: Node, rollout: Resource, index: ResourceIndex): Insight[] {
  const count = at.integer();
  const counts = podCountsOf(rollout, index);
  if (count === undefined || count < 0 || !counts || counts.ends[0] === 0) return [];
  return [
    {
      at,
      text: `${counted(count, 'new pod')} of ${counts.text} until the promotion; then the new version grows to its full size before the switch`,
    },
  ];
}

function gateInsight(at: Node, rollout: Resource, index: ResourceIndex, consequence: string): Insight[] {
  const analysis = at.exists ? analysisAt(analysesOf(rollout), at) : undefined;
  const text = analysis && analysisText(analysis, index);
  return text ? [{ at, text: paragraphs(text, consequence) }] : [];
}

/** Of a canary with traffic routing: `scaleDownDelaySeconds` and `abortScaleDownDelaySeconds` are read only there. */
export function routedDelayInsights(canary: Node): Insight[] {
  if (!canary.at('trafficRouting').exists) return [];
  return delayInsights(canary, 'The old pods stay', 'after the new version has all the traffic');
}

/** An abort delay of 0 means never (argo-rollouts utils/defaults/defaults.go GetAbortScaleDownDelaySecondsOrDefault). */
function delayInsights(strategy: Node, subject: string, when: string): Insight[] {
  const [delay, aborted] = [strategy.at('scaleDownDelaySeconds'), strategy.at('abortScaleDownDelaySeconds')];
  const [seconds, abortSeconds] = [delay.integer(), aborted.integer()];
  return [
    ...(seconds !== undefined && seconds > 0
      ? [told(delay, `${subject} ${durationText(seconds)} ${when}.`, seconds)]
      : []),
    ...(seconds === 0 ? [{ at: delay, text: 'The old pods get no time after the switch.' }] : []),
    ...(abortSeconds !== undefined && abortSeconds > 0
      ? [told(aborted, `After an abort the new pods stay ${durationText(abortSeconds)}.`, abortSeconds)]
      : []),
    ...(abortSeconds === 0
      ? [
          {
            at: aborted,
            text: '0 means never: after an abort the new pods run on until the next update.',
            hint: 'never',
          },
        ]
      : []),
  ];
}

function told(at: Node, text: string, seconds: number): Insight {
  const hint = lengthHint(seconds);
  return { at, text, ...(hint && { hint }) };
}
