/** `setWeight` and `setCanaryScale`: how many pods of each version run, and who gets the requests. */
import { canaryShare } from '../../kubernetes/index.ts';
import type { Node } from '../node.ts';
import { fullWeightOf, isRouted } from '../rollouts/canary-steps.ts';
import { routersOf } from '../rollouts/traffic-routers.ts';
import type { Stage, StagePods } from './canary-stages.ts';
import { afterText, momentText } from './canary-times.ts';
import type { Insight } from './insight.ts';
import { paragraphs, rangeText, roundShare, shareText } from './wording.ts';

export function weightInsight(stage: Stage): Insight[] {
  const { step, pods, time } = stage;
  if (!pods) return [];
  const { counts, splits } = pods;
  const ends = splits.map(({ canary, stable }) => `${canary} new, ${stable} old`);
  const outcome =
    ends.length === 1 ? ends.join() : ends.map((end, at) => `of ${counts.ends[at]} ${end}`).join('; ');
  const news = rangeText(splits.map(({ canary }) => canary));
  const olds = rangeText(splits.map(({ stable }) => stable));
  const reached = momentText(time.reached);
  return [
    {
      at: step.node.at('setWeight'),
      text: paragraphs(
        `setWeight ${step.weight} → ${outcome}`,
        isRouted(stage.canary) ? routedLine(stage, pods) : podsLine(pods),
        reached && `Reached ${reached} at the earliest.`,
      ),
      hint: [`${news} new, ${olds} old`, afterText(time.reached)].filter(Boolean).join(', '),
    },
  ];
}

/** Without a router the Service spreads the requests over the pods. */
function podsLine({ counts, splits }: StagePods): string {
  const share = rangeText(splits.map((split) => roundShare(canaryShare(split))));
  const isMore = splits.some(({ canary, stable }, at) => canary + stable > (counts.ends[at] ?? 0));
  return `${share} % of the pods are new (${counts.origin}${isMore ? ', and one more by maxSurge' : ''}).`;
}

function routedLine({ canary, step, held }: Stage, { counts }: StagePods): string {
  const full = fullWeightOf(canary);
  const hasRouter = routersOf(canary.at('trafficRouting') as Node).length > 0;
  const share = full && hasRouter ? shareText(((step.weight ?? 0) / full) * 100) : undefined;
  const sent = share && `The router sends ${share} of the requests to the new pods.`;
  const sized = held
    ? `Step ${held.step} holds the number of new pods`
    : 'The new pods follow the weight, rounded up';
  return paragraphs(sent, `${sized} (${counts.origin}).`);
}

/** Refused without traffic routing. */
export function scaleInsight({ canary, step, pods, held }: Stage): Insight[] {
  if (!isRouted(canary) || !pods) return [];
  const at = step.node.at('setCanaryScale');
  const count = rangeText(pods.splits.map((split) => split.canary));
  const named = `${count} new ${count === '1' ? 'pod' : 'pods'}`;
  if (!held) return [{ at, text: `${named}: from here on the weight decides again` }];
  const weight = typeof held.size === 'object' ? held.size.weight : undefined;
  const share = weight === undefined ? '' : ` (${weight} % of ${pods.counts.text}, rounded up)`;
  return [
    {
      at,
      text: `${named}${share}, whatever the weight, until a step sets \`matchTrafficWeight: true\``,
      ...(weight !== undefined && { hint: `→ ${count} of ${pods.counts.text}` }),
    },
  ];
}
