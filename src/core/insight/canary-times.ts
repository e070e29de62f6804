/** How long each step of a canary holds a release, and when it is reached. */
import { parseGoDuration, pauseSeconds } from '../../kubernetes/index.ts';
import type { ResourceIndex } from '../index/resource-index.ts';
import type { Node } from '../node.ts';
import type { Resource } from '../resource.ts';
import { type Analysis, analysesOf } from '../rollouts/analysis.ts';
import type { CanaryStep } from '../rollouts/canary-steps.ts';
import { analysisTimeOf } from './analyses.ts';
import { durationText } from './wording.ts';

/** How long a step holds: so many seconds, until somebody promotes, or a time that the manifests don't tell. */
export type Hold = number | 'promotion' | 'unknown';

/** Seconds at least, from the start of the release or from the end of a step whose time isn't known beforehand. */
export interface Moment {
  readonly seconds: number;
  /** The number of that step; undefined for the start of the release. */
  readonly since: number | undefined;
}

export interface StepTime {
  readonly reached: Moment;
  readonly hold: Hold;
}

/** The times of all steps, new pods taken to need no time to start. */
export function timesOf(steps: readonly CanaryStep[], rollout: Resource, index: ResourceIndex): StepTime[] {
  const analyses = analysesOf(rollout);
  let reached: Moment = { seconds: 0, since: undefined };
  return steps.map((step) => {
    const hold = holdOf(step, analyses, index);
    const time = { reached, hold };
    reached = endOf(time) ?? { seconds: 0, since: step.number };
    return time;
  });
}

/** When a step is over; undefined when that isn't known beforehand. */
export function endOf({ reached, hold }: StepTime): Moment | undefined {
  return typeof hold === 'number' ? { ...reached, seconds: reached.seconds + hold } : undefined;
}

/** `5m after the start`, `5m after step 3`; undefined at the start, and just behind that step. */
export function momentText({ seconds, since }: Moment): string | undefined {
  if (seconds === 0) return undefined;
  return `${durationText(seconds)} after ${since === undefined ? 'the start' : `step ${since}`}`;
}

/** The same in brief: `after 5m`, `5m after step 3`. */
export function afterText(moment: Moment): string | undefined {
  return moment.since === undefined && moment.seconds > 0
    ? `after ${durationText(moment.seconds)}`
    : momentText(moment);
}

/** When a step is over, in brief: `until 10m`, `until 10m after step 3`; undefined where that is its own length. */
export function untilText(time: StepTime): string | undefined {
  const end = endOf(time);
  if (!end || time.reached.seconds === 0) return undefined;
  return `until ${end.since === undefined ? durationText(end.seconds) : momentText(end)}`;
}

function holdOf(
  { node, kinds, isGate }: CanaryStep,
  analyses: readonly Analysis[],
  index: ResourceIndex,
): Hold {
  if (!isGate) return 0;
  const gates = kinds.filter((kind) => !kind.startsWith('set'));
  if (gates.length > 1) return 'unknown';
  const step = node as Node;
  switch (gates[0]) {
    case 'pause':
      return holdOfPause(step.at('pause'));
    case 'analysis':
      return bounded(passingTime(analyses, step.at('analysis'), index));
    case 'experiment':
      return holdOfExperiment(step.at('experiment'), analyses, index);
    default:
      return 'unknown';
  }
}

function holdOfPause(pause: Node): Hold {
  const duration = pause.at('duration');
  if (!duration.exists) return pause.isMap ? 'promotion' : 'unknown';
  const seconds = pauseSeconds(duration.integer() ?? duration.string() ?? '');
  return seconds === undefined || seconds < 0 ? 'unknown' : seconds;
}

/** The analysis that starts at a node of the manifest. */
export function analysisAt(analyses: readonly Analysis[], at: Node): Analysis | undefined {
  return analyses.find(({ node }) => node.path === at.path);
}

function passingTime(analyses: readonly Analysis[], at: Node, index: ResourceIndex): number | undefined {
  const analysis = analysisAt(analyses, at);
  return analysis && analysisTimeOf(analysis, index).passes;
}

function bounded(seconds: number | undefined): Hold {
  return seconds !== undefined && Number.isFinite(seconds) ? seconds : 'unknown';
}

/**
 * Without analyses that are required for its completion an experiment takes its duration; with them it ends when they
 * have passed (argo-rollouts experiments/experiment.go calculateStatus).
 */
function holdOfExperiment(experiment: Node, analyses: readonly Analysis[], index: ResourceIndex): Hold {
  const required = experiment
    .at('analyses')
    .items()
    .filter((one) => (one as Node).at('requiredForCompletion').exists) as Node[];
  if (required.length === 0) return bounded(parseGoDuration(experiment.at('duration').string() ?? ''));
  if (required.some((one) => one.at('requiredForCompletion').boolean() !== true)) return 'unknown';
  const times = required.map((one) => passingTime(analyses, one, index));
  return times.includes(undefined) ? 'unknown' : bounded(Math.max(...times.map(Number)));
}
