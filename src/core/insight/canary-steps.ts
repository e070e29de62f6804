/** The steps of a canary, and what goes on beside them. */
import type { ResourceIndex } from '../index/resource-index.ts';
import type { Node } from '../node.ts';
import type { Resource } from '../resource.ts';
import { analysesOf } from '../rollouts/analysis.ts';
import { canaryOf, type StepKind } from '../rollouts/canary-steps.ts';
import { analysisText } from './analyses.ts';
import { type Canary, type Stage, stagesOf } from './canary-stages.ts';
import { analysisAt, endOf, momentText, type StepTime, untilText } from './canary-times.ts';
import { scaleInsight, weightInsight } from './canary-weights.ts';
import type { Insight } from './insight.ts';
import { routedDelayInsights } from './scale-down-delays.ts';
import { code, durationText, paragraphs } from './wording.ts';

/** Of a Rollout with a canary. */
export function canaryInsights(rollout: Resource, index: ResourceIndex): Insight[] {
  const canary = canaryOf(rollout as Resource<never>);
  if (!canary) return [];
  return [
    ...backgroundInsight(rollout, canary, index),
    ...routedDelayInsights(canary),
    ...stagesOf(rollout, canary, index).flatMap((stage) =>
      stage.step.kinds.flatMap((kind) => ofKind(kind, stage, rollout, index)),
    ),
  ];
}

function ofKind(kind: StepKind, stage: Stage, rollout: Resource, index: ResourceIndex): Insight[] {
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
}

function pauseInsight({ step, time }: Stage, { name }: Resource): Insight[] {
  const at = step.node.at('pause') as Node;
  const promote = code(`kubectl argo rollouts promote ${name ?? 'NAME'}`);
  if (time.hold === 'promotion')
    return [{ at, text: `Waits until somebody promotes it: ${promote}`, hint: 'until promoted' }];
  if (typeof time.hold !== 'number') return [];
  if (time.hold === 0) return [{ at, text: 'Ends at once: the step holds nothing.', hint: 'holds nothing' }];
  const length = durationText(time.hold);
  const hint = joined(at.at('duration').value === length ? undefined : length, untilText(time));
  return [
    {
      at,
      text: paragraphs(`Waits ${length}, or until somebody promotes it earlier.`, endLine(time)),
      ...(hint && { hint }),
    },
  ];
}

function joined(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(', ');
}

/** When a step is over, where that isn't the length of the step itself. */
function endLine(time: StepTime): string | undefined {
  const end = endOf(time);
  return end && time.reached.seconds > 0 ? `Over ${momentText(end)} at the earliest.` : undefined;
}

function analysisInsight({ step, time }: Stage, rollout: Resource, index: ResourceIndex): Insight[] {
  const at = step.node.at('analysis') as Node;
  const analysis = analysisAt(analysesOf(rollout), at);
  const text = analysis && analysisText(analysis, index);
  return text ? [{ at, text: paragraphs(text, endLine(time)), ...lengthHint(time) }] : [];
}

function lengthHint(time: StepTime): Pick<Insight, 'hint'> {
  return typeof time.hold === 'number' && time.hold > 0
    ? { hint: joined(durationText(time.hold), untilText(time)) }
    : {};
}

function experimentInsight({ step, time }: Stage): Insight[] {
  const at = step.node.at('experiment') as Node;
  if (typeof time.hold !== 'number') return [];
  const analyses = at.at('analyses').items() as Node[];
  const isDecided = analyses.some((one) => one.at('requiredForCompletion').boolean());
  const length = `Takes ${durationText(time.hold)} from when its pods are ready`;
  const failing =
    analyses.length > 0 ? 'A failed analysis ends it earlier, and the release with it.' : undefined;
  return [
    {
      at,
      text: paragraphs(
        isDecided ? `${length}, when its required analyses have passed.` : `${length}.`,
        failing,
        endLine(time),
      ),
      ...lengthHint(time),
    },
  ];
}

function backgroundInsight(rollout: Resource, canary: Canary, index: ResourceIndex): Insight[] {
  const at = canary.at('analysis') as Node;
  const analysis = analysesOf(rollout).find(({ place }) => place === 'background');
  const text = analysis && analysisText(analysis, index);
  const start = at.at('startingStep');
  const first = start.exists ? start.integer() : 0;
  if (!text || first === undefined || first < 0) return [];
  return [{ at, text: paragraphs(text, `It runs beside the steps, from step ${first + 1} on.`) }];
}
