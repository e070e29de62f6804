/** Probes: when a container counts as ready at the earliest, and when it is taken out or restarted. */
import { type ProbeNumbers, probeNumbers } from '../../kubernetes/index.ts';
import type { Node } from '../node.ts';
import { type Container, containersOf, type Pod } from '../pod.ts';
import type { Insight } from './insight.ts';
import { counted, durationText, paragraphs } from './wording.ts';

/** Of the containers that may have probes; none for numbers that are refused. */
export function probeInsights(pod: Pod): Insight[] {
  return containersOf(pod)
    .filter(({ role }) => role === 'main' || role === 'sidecar')
    .flatMap(ofContainer);
}

function ofContainer({ node }: Container): Insight[] {
  const container = node as Node;
  const startup = container.at('startupProbe');
  const starting = startup.exists ? probeNumbers(startup.value) : undefined;
  if (startup.exists && !starting) return [];
  return [
    ...probeAt(startup, startupTold),
    ...probeAt(container.at('readinessProbe'), (numbers) => readinessTold(numbers, starting)),
    ...probeAt(container.at('livenessProbe'), (numbers) => livenessTold(numbers, starting)),
  ];
}

type Told = Omit<Insight, 'at'>;

function probeAt(at: Node, tell: (numbers: ProbeNumbers) => Told): Insight[] {
  const numbers = at.exists ? probeNumbers(at.value) : undefined;
  return numbers ? [{ at, ...tell(numbers) }] : [];
}

/** From the first failure on it takes one period less; up to one may pass before it is noticed. */
function failing({ failureThreshold, periodSeconds }: ProbeNumbers): number {
  return failureThreshold * periodSeconds;
}

function asked({ failureThreshold, periodSeconds }: ProbeNumbers): string {
  const failures = failureThreshold === 1 ? 'one failure' : `${failureThreshold} failures in a row`;
  return `${failures}, asked every ${durationText(periodSeconds)}`;
}

function startupTold(numbers: ProbeNumbers): Told {
  const most = numbers.initialDelaySeconds + failing(numbers);
  return {
    text: paragraphs(
      `The container has up to ${durationText(most)} to start, then it is restarted (${asked(numbers)}).`,
      'The other probes begin when this one has succeeded.',
    ),
    hint: `up to ${durationText(most)} to start`,
  };
}

/** A readiness probe waits for the startup probe, and its delay counts from the start of the container. */
function readinessTold(numbers: ProbeNumbers, startup: ProbeNumbers | undefined): Told {
  const delay = Math.max(numbers.initialDelaySeconds, startup?.initialDelaySeconds ?? 0);
  const ready = delay + (numbers.successThreshold - 1) * numbers.periodSeconds;
  const successes =
    numbers.successThreshold > 1
      ? `, with ${counted(numbers.successThreshold, 'success', 'successes')} in a row`
      : '';
  const start = startup ? ', once the startupProbe has succeeded' : '';
  return {
    text: paragraphs(
      `Ready ${ready > 0 ? `${durationText(ready)} after its start at the earliest` : 'as soon as it answers'}${successes}${start}.`,
      `Gets no more requests about ${durationText(failing(numbers))} after it stops answering (${asked(numbers)}).`,
    ),
    hint: `${ready > 0 ? `ready after ${durationText(ready)}, ` : ''}unready after ${durationText(failing(numbers))}`,
  };
}

function livenessTold(numbers: ProbeNumbers, startup: ProbeNumbers | undefined): Told {
  const { initialDelaySeconds: delay } = numbers;
  return {
    text: paragraphs(
      `The container is restarted about ${durationText(failing(numbers))} after it stops answering (${asked(numbers)}).`,
      startup
        ? 'Not asked before the startupProbe has succeeded.'
        : `A container that never answers is restarted about ${durationText(delay + failing(numbers))} after its start.`,
    ),
    hint: `restarted after ${durationText(failing(numbers))}`,
  };
}
