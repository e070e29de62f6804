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
import { blueGreenDelayInsights } from './scale-down-delays.ts';
import { code, counted, durationText, longHint, paragraphs } from './wording.ts';

/** Of a Rollout with blueGreen. */
export function blueGreenInsights(rollout: Resource, index: ResourceIndex): Insight[] {
  const blueGreen = blueGreenOf(rollout as Resource<never>) as Node | undefined;
  if (!blueGreen) return [];
  return [
    ...promotionInsights(blueGreen, rollout),
    ...previewInsight(blueGreen.at('previewReplicaCount'), rollout, index),
    ...blueGreenDelayInsights(blueGreen),
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

/** How a new version gets the traffic: when somebody says so, or so many seconds after its pods are available. */
export type Promotion = 'by hand' | { readonly after: number };

/**
 * Undefined where a value can't be read. `autoPromotionSeconds` counts only where a Rollout promotes itself (argo-rollouts
 * rollout/pause.go CompletedBlueGreenPause).
 */
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
    ? ', and not before the prePromotionAnalysis has passed'
    : '';
  const text = promotionText(promotion, analysed, rollout);
  const isRead = promotion !== 'by hand';
  const atSeconds = isRead
    ? { at: seconds, text, ...longHint(promotion.after) }
    : {
        at: seconds,
        text: paragraphs('Not read beside `autoPromotionEnabled: false`.', text),
        hint: 'not read',
      };
  return [{ at: enabled, text }, atSeconds].filter(({ at }) => at.exists);
}

function promotionText(promotion: Promotion, analysed: string, { name }: Resource): string {
  if (promotion === 'by hand')
    return `Waits until somebody promotes it: ${code(`kubectl argo rollouts promote ${name ?? 'NAME'}`)}`;
  const when = promotion.after === 0 ? 'as soon as' : `${durationText(promotion.after)} after`;
  return `Promotes itself ${when} all new pods are available${analysed}.`;
}

function previewInsight(at: Node, rollout: Resource, index: ResourceIndex): Insight[] {
  const count = at.integer();
  const counts = podCountsOf(rollout, index);
  if (count === undefined || count < 0 || !counts || counts.ends[0] === 0) return [];
  return [
    {
      at,
      text: `${counted(count, 'new pod')} until the promotion, then ${counts.text} before the switch`,
    },
  ];
}

function gateInsight(at: Node, rollout: Resource, index: ResourceIndex, consequence: string): Insight[] {
  const analysis = at.exists ? analysisAt(analysesOf(rollout), at) : undefined;
  const text = analysis && analysisText(analysis, index);
  return text ? [{ at, text: paragraphs(text, consequence) }] : [];
}
