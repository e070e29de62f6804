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
  /** A sentence with what says so, where it isn't the number that is written in `replicas`. */
  readonly note: string | undefined;
}

/** Undefined where no number of pods is written, or the workload's kind has none. */
export function podCountsOf(workload: Resource, index: ResourceIndex): PodCounts | undefined {
  if (replicasOf(workload) === 0) return { ends: [0], text: '0', origin: '0 replicas', note: undefined };
  const range = index.replicaRangeOf(workload);
  if (!range || range.least < 0) return undefined;
  const { least, most, scaler } = range;
  const ends = Number.isFinite(most) && most !== least ? [least, most] : [least];
  const text = Number.isFinite(most) ? rangeText(ends) : `${least} or more`;
  if (scaler) {
    const title = titleText(scaler.resource);
    return { ends, text, origin: `${text} by ${title}`, note: `${title} sets the number of pods.` };
  }
  const isWritten = (workload.root as Node).at('spec').at('replicas').exists;
  const origin = counted(least, 'replica');
  return isWritten
    ? { ends, text, origin, note: undefined }
    : {
        ends,
        text,
        origin: `${origin}, the default`,
        note: `replicas isn't written, and ${least} is its default.`,
      };
}
