/** The steps of a canary: how many pods of each version they come to, and when. */
import type { CanarySplit } from '../../kubernetes/index.ts';
import { canaryShare } from '../../kubernetes/index.ts';
import type { ResourceIndex } from '../index/resource-index.ts';
import type { Node } from '../node.ts';
import type { Resource } from '../resource.ts';
import { analysesOf } from '../rollouts/analysis.ts';
import { canaryPodsOf, type HeldSize, heldSizesOf } from '../rollouts/canary-pods.ts';
import {
  type CanaryStep,
  canaryOf,
  canaryStepsOf,
  fullWeightOf,
  isRouted,
} from '../rollouts/canary-steps.ts';
import { routersOf } from '../rollouts/traffic-routers.ts';
import { analysisText } from './analyses.ts';
import { routedDelayInsights } from './blue-green.ts';
import { analysisAt, endOf, momentText, type StepTime, timesOf } from './canary-times.ts';
import type { Insight } from './insight.ts';
import { type PodCounts, podCountsOf } from './pod-counts.ts';
import { code, counted, durationText, paragraphs, rangeText, roundShare, shareText } from './wording.ts';

type Canary = NonNullable<ReturnType<typeof canaryOf>>;

/** A step with all that is known of it. */
interface Stage {
  readonly canary: Canary;
  readonly step: CanaryStep;
  readonly time: StepTime;
  readonly counts: PodCounts | undefined;
  /** The pods at each end of the counts; none when they can't be told. */
  readonly splits: readonly CanarySplit[];
  readonly held: HeldSize | undefined;
}

/** Of a Rollout with a canary. */
export function canaryInsights(rollout: Resource, index: ResourceIndex): Insight[] {
  const canary = canaryOf(rollout as Resource<never>);
  if (!canary) return [];
  return [
    ...backgroundInsight(rollout, canary, index),
    ...routedDelayInsights(canary as Node),
    ...stagesOf(rollout, canary, index).flatMap((stage) =>
      stage.step.kinds.flatMap((kind) => {
        switch (kind) {
          case 'setWeight':
            return weightInsight(stage);
          case 'setCanaryScale':
            return scaleInsight(stage);
          case 'pause':
            return pauseInsight(stage, rollout);
          case 'analysis':
            return analysisInsight(stage, rollout, index);
          case 'experiment':
            return experimentInsight(stage);
          default:
            return [];
        }
      }),
    ),
  ];
}

function stagesOf(rollout: Resource, canary: Canary, index: ResourceIndex): Stage[] {
  const steps = canaryStepsOf(canary);
  const times = timesOf(steps, rollout, index);
  const held = heldSizesOf(steps);
  const counts = podCountsOf(rollout, index);
  const pods = (counts?.ends ?? []).map((replicas) => canaryPodsOf(canary, steps, replicas));
  return steps.flatMap((step, at) => {
    const time = times[at];
    if (!time) return [];
    const splits = pods.map((ofStep) => ofStep[at]).filter((split) => split !== undefined);
    return [{ canary, step, time, counts, splits, held: held[at] }];
  });
}

function weightInsight(stage: Stage): Insight[] {
  const { step, counts, splits, time } = stage;
  if (step.weight === undefined || !counts || splits.length === 0 || counts.ends[0] === 0) return [];
  const ends = splits.map((split) => `${split.canary} new, ${split.stable} old`);
  const outcome =
    ends.length === 1 ? ends.join() : ends.map((text, at) => `${text} of ${counts.ends[at]}`).join('; ');
  const news = rangeText(splits.map((split) => split.canary));
  const olds = rangeText(splits.map((split) => split.stable));
  const reached = momentText(time.reached);
  return [
    {
      at: step.node.at('setWeight'),
      text: paragraphs(
        `setWeight ${step.weight} → ${outcome}`,
        shareLine(stage, counts),
        reached &&
          `Reached ${reached}${time.reached.since === undefined ? ' after the start' : ''} at the earliest.`,
      ),
      hint: `${news} new, ${olds} old${reached ? `, after ${reached.replace(' after step', ' from step')}` : ''}`,
    },
  ];
}

/** What the pods mean for the requests. */
function shareLine({ canary, step, splits, held }: Stage, counts: PodCounts): string {
  if (!isRouted(canary)) {
    const share = rangeText(splits.map((split) => roundShare(canaryShare(split))));
    const more = splits.some(({ canary: news, stable }, at) => news + stable > (counts.ends[at] ?? 0));
    return `${share} % of the pods are new: of ${counts.origin}${more ? ', and one more by maxSurge' : ''}.`;
  }
  const full = fullWeightOf(canary);
  const isSent = routersOf(canary.at('trafficRouting') as Node).length > 0;
  const sent =
    full && isSent
      ? `The router sends ${shareText(((step.weight ?? 0) / full) * 100)} to the new pods; `
      : '';
  const sized = held ? `step ${held.step} holds their number` : 'their number follows the weight, rounded up';
  const text = `${sent}${sized} (${counts.origin}).`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function scaleInsight({ canary, step, splits, counts, held }: Stage): Insight[] {
  const at = step.node.at('setCanaryScale');
  if (!isRouted(canary) || !counts || splits.length === 0 || counts.ends[0] === 0) return [];
  const pods = rangeText(splits.map((split) => split.canary));
  const named = `${pods} new ${pods === '1' ? 'pod' : 'pods'}`;
  if (!held) return [{ at, text: `From here on the weight decides again: ${named}.` }];
  const weight = typeof held.size === 'object' ? held.size.weight : undefined;
  const share = weight === undefined ? '' : ` (${weight} % of ${counts.text}, rounded up)`;
  return [
    {
      at,
      text: `${named}${share}, whatever the weight, until a step sets \`matchTrafficWeight: true\``,
      ...(weight !== undefined && { hint: `→ ${pods} of ${counts.text}` }),
    },
  ];
}

function pauseInsight({ step, time }: Stage, { name }: Resource): Insight[] {
  const at = step.node.at('pause');
  const promote = code(`kubectl argo rollouts promote ${name ?? 'NAME'}`);
  if (time.hold === 'promotion')
    return [{ at, text: `Waits until somebody promotes it: ${promote}`, hint: 'until promoted' }];
  if (typeof time.hold !== 'number') return [];
  if (time.hold === 0) return [{ at, text: 'Ends at once: the step holds nothing.', hint: 'holds nothing' }];
  const written = (at as Node).at('duration').value;
  const hint = [written === durationText(time.hold) ? '' : durationText(time.hold), untilText(time)].filter(
    Boolean,
  );
  return [
    {
      at,
      text: paragraphs(
        `Waits ${durationText(time.hold)}, or until somebody promotes it earlier.`,
        endLine(time),
      ),
      ...(hint.length > 0 && { hint: hint.join(', ') }),
    },
  ];
}

/** `until 10m`, where that isn't the length of the step itself. */
function untilText(time: StepTime): string {
  const end = endOf(time);
  if (!end || time.reached.seconds === 0) return '';
  return `until ${momentText(end)?.replace(' after step', ' from step')}`;
}

function endLine(time: StepTime): string | undefined {
  const end = endOf(time);
  if (!end || time.reached.seconds === 0) return undefined;
  return `Over ${momentText(end)}${end.since === undefined ? ' after the start' : ''} at the earliest.`;
}

function analysisInsight({ step, time }: Stage, rollout: Resource, index: ResourceIndex): Insight[] {
  const at = step.node.at('analysis') as Node;
  const analysis = analysisAt(analysesOf(rollout), at);
  const text = analysis && analysisText(analysis, index);
  if (!text) return [];
  return [{ at, text: paragraphs(text, endLine(time)), ...holdHint(time) }];
}

function holdHint(time: StepTime): Pick<Insight, 'hint'> {
  if (typeof time.hold !== 'number' || time.hold === 0) return {};
  return { hint: [durationText(time.hold), untilText(time)].filter(Boolean).join(', ') };
}

function experimentInsight({ step, time }: Stage): Insight[] {
  const at = step.node.at('experiment') as Node;
  if (typeof time.hold !== 'number') return [];
  const required = at
    .at('analyses')
    .items()
    .filter((one) => (one as Node).at('requiredForCompletion').boolean());
  const ends =
    required.length > 0
      ? `when ${counted(required.length, 'required analysis', 'required analyses')} passed`
      : 'by its duration';
  return [
    {
      at,
      text: paragraphs(
        `Takes ${durationText(time.hold)} from when its pods are ready, and ends ${ends}; an analysis that fails ends it and the release earlier.`,
        endLine(time),
      ),
      ...holdHint(time),
    },
  ];
}

function backgroundInsight(rollout: Resource, canary: Canary, index: ResourceIndex): Insight[] {
  const at = canary.at('analysis') as Node;
  const analysis = analysesOf(rollout).find(({ place }) => place === 'background');
  const text = analysis && analysisText(analysis, index);
  const start = at.at('startingStep').integer() ?? 0;
  return text ? [{ at, text: paragraphs(text, `It runs beside the steps, from step ${start + 1} on.`) }] : [];
}
