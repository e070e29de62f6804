/** Times and history of a workload: availability, the deadline of an update, the revisions that are kept. */
import { fewestRounds } from '../../kubernetes/index.ts';
import type { ResourceIndex } from '../index/resource-index.ts';
import type { Node } from '../node.ts';
import type { Resource } from '../resource.ts';
import type { Insight } from './insight.ts';
import { podCountsOf } from './pod-counts.ts';
import { limitsOfUpdate } from './rolling-update.ts';
import { counted, durationText, longHint, paragraphs, rangeText } from './wording.ts';

/** Of a Deployment, StatefulSet, DaemonSet or Rollout; none for the template of a Rollout's `workloadRef`. */
export function deadlineInsights(workload: Resource, index: ResourceIndex): Insight[] {
  if (index.rolloutsReferencing(workload).length > 0) return [];
  const spec = (workload.root as Node).at('spec');
  return [
    ...minReadyInsight(workload, spec.at('minReadySeconds'), index),
    ...deadlineInsight(workload, spec),
    ...historyInsight(workload, spec.at('revisionHistoryLimit')),
  ];
}

function minReadyInsight(workload: Resource, at: Node, index: ResourceIndex): Insight[] {
  const seconds = at.integer();
  if (seconds === undefined || seconds < 0) return [];
  if (seconds === 0) return [{ at, text: 'A pod counts as available the moment it is ready.' }];
  return [
    {
      at,
      text: paragraphs(
        `A pod counts as available when it has been ready for ${durationText(seconds)}.`,
        shortestUpdate(workload, seconds, index),
      ),
      ...longHint(seconds),
    },
  ];
}

/** Of a Deployment, where each round of new pods must have become available. */
function shortestUpdate(workload: Resource, seconds: number, index: ResourceIndex): string | undefined {
  const update = workload.type === 'apps/Deployment' ? limitsOfUpdate(workload) : undefined;
  const counts = podCountsOf(workload, index);
  if (!update || !counts || counts.ends[0] === 0) return undefined;
  const rounds = counts.ends.map((count) => fewestRounds(update.at(count), count));
  const times = [Math.min(...rounds), Math.max(...rounds)].map((number) => durationText(number * seconds));
  const least = times[0] === times[1] ? times[0] : times.join(' to ');
  const pods = counts.text === '1' ? '1 pod' : `${counts.text} pods`;
  const inRounds = rangeText(rounds) === '1' ? 'all at once' : `${rangeText(rounds)} rounds`;
  return `An update of ${pods} takes ${least} at least (${inRounds}).`;
}

const DEFAULT_DEADLINE = 600;
/** To a Deployment this number is no deadline (kubernetes pkg/controller/deployment/util HasProgressDeadline). */
const NO_DEADLINE = 2_147_483_647;

function deadlineInsight({ type }: Resource, spec: Node): Insight[] {
  const at = spec.at('progressDeadlineSeconds');
  const minReady = spec.at('minReadySeconds');
  const seconds = at.integer() ?? DEFAULT_DEADLINE;
  const ready = minReady.exists ? minReady.integer() : 0;
  if (at.integer() === undefined || ready === undefined || seconds <= ready) return [];
  if (seconds === NO_DEADLINE && type === 'apps/Deployment')
    return [{ at, text: 'No deadline: a stuck update is never reported.' }];
  const text =
    type === 'apps/Deployment'
      ? ofDeployment(seconds)
      : type === 'argoproj.io/Rollout'
        ? ofRollout(seconds, spec)
        : undefined;
  if (!text) return [];
  const counts =
    ready > 0
      ? `A new pod is progress when it has been ready for ${durationText(ready)} (minReadySeconds).`
      : undefined;
  return [{ at, text: paragraphs(...text, counts), ...longHint(seconds) }];
}

function ofDeployment(seconds: number): string[] {
  return [
    `An update without progress for ${durationText(seconds)} is reported as failed (ProgressDeadlineExceeded).`,
    'That is all: it stays where it is, and goes back only when somebody undoes it.',
  ];
}

/** A paused Rollout makes no progress and isn't held to it (argo-rollouts utils/conditions RolloutTimedOut). */
function ofRollout(seconds: number, spec: Node): string[] | undefined {
  const abort = spec.at('progressDeadlineAbort');
  if (abort.exists && abort.boolean() === undefined) return undefined;
  return [
    `An update without progress for ${durationText(seconds)} is degraded; time in pauses doesn't count.`,
    abort.boolean()
      ? 'It is aborted then, and the old version gets all the traffic back.'
      : 'It stays where it is, unless `progressDeadlineAbort: true` or somebody aborts it.',
  ];
}

function historyInsight({ type }: Resource, at: Node): Insight[] {
  const kept = at.integer();
  if (kept === undefined || kept < 0) return [];
  const undo = type === 'argoproj.io/Rollout' ? '`kubectl argo rollouts undo`' : '`kubectl rollout undo`';
  if (kept === 0) return [{ at, text: `No old revision is kept: ${undo} has nothing to go back to.` }];
  return [
    {
      at,
      text: `${counted(kept, 'old revision')} ${kept === 1 ? 'is' : 'are'} kept, for ${undo} to go back to.`,
    },
  ];
}
