/** With how many pods a workload runs, as far as the manifests tell. */
import type { ResourceIndex } from '../index/resource-index.ts';
import type { Node } from '../node.ts';
import { replicasOf } from '../pod.ts';
import type { Resource } from '../resource.ts';
import { counted, rangeText, titleText } from './wording.ts';

export interface PodCounts {
  /** Numbers of pods: one, or the fewest and the most that an autoscaler runs. Without a known maximum the fewest. */
  readonly ends: readonly number[];
  /** `3`, `3 to 10`, `3 or more`. */
  readonly text: string;
  /** The same with what says so: `3 replicas`, ``3 to 10 by HorizontalPodAutoscaler `web` ``. */
  readonly origin: string;
}

/** Undefined where no number of pods is written, or the workload's kind has none. */
export function podCountsOf(workload: Resource, index: ResourceIndex): PodCounts | undefined {
  if (replicasOf(workload) === 0) return { ends: [0], text: '0', origin: '0 replicas' };
  const range = index.replicaRangeOf(workload);
  if (!range || range.least < 0) return undefined;
  const { least, most, scaler } = range;
  const ends = Number.isFinite(most) && most !== least ? [least, most] : [least];
  const text = Number.isFinite(most) ? rangeText(ends) : `${least} or more`;
  if (scaler) return { ends, text, origin: `${text} by ${titleText(scaler.resource)}` };
  const isWritten = (workload.root as Node).at('spec').at('replicas').exists;
  return { ends, text, origin: `${counted(least, 'replica')}${isWritten ? '' : ', the default'}` };
}
