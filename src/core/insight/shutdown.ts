/** How long a pod has to end: the grace period, and what a preStop hook leaves of it. */
import type { Node } from '../node.ts';
import { preStopSecondsOf } from '../objects/pre-stop.ts';
import { type Container, containersOf, type Pod } from '../pod.ts';
import type { Insight } from './insight.ts';
import { code, durationText, paragraphs } from './wording.ts';

const DEFAULT_GRACE = 30;

/** At the grace period and at each preStop hook that is known to sleep. */
export function shutdownInsights(pod: Pod): Insight[] {
  const at = pod.spec.at('terminationGracePeriodSeconds') as Node;
  const grace = at.exists ? at.integer() : DEFAULT_GRACE;
  if (grace === undefined || grace < 0) return [];
  const hooks = containersOf(pod)
    .filter(({ role }) => role === 'main' || role === 'sidecar')
    .flatMap((container) => hookOf(container) ?? []);
  return [
    ...(at.exists ? [graceInsight(at, grace, hooks)] : []),
    ...hooks.map((hook) => ({ at: hook.at, text: hookText(hook, grace, at.exists) })),
  ];
}

interface Hook {
  readonly at: Node;
  readonly container: string;
  readonly seconds: number;
}

function hookOf({ node, name }: Container): Hook | undefined {
  const at = node.at('lifecycle').at('preStop') as Node;
  const seconds = preStopSecondsOf(at);
  return seconds === undefined ? undefined : { at, container: name, seconds };
}

function graceInsight(at: Node, grace: number, hooks: readonly Hook[]): Insight {
  if (grace === 0) return { at, text: 'The containers are killed at once; no preStop hook runs.' };
  const longest = [...hooks].sort((one, other) => other.seconds - one.seconds)[0];
  return {
    at,
    text: paragraphs(
      `A pod has ${durationText(grace)} to end, preStop hooks included; then it is killed.`,
      longest &&
        `The hook of ${code(longest.container)} sleeps ${durationText(longest.seconds)}: ${leftText(longest, grace)}.`,
    ),
    ...(longest &&
      longest.seconds < grace && { hint: `${durationText(grace - longest.seconds)} after preStop` }),
  };
}

/** The clock starts before the hook (kubernetes pkg/kubelet/kuberuntime/kuberuntime_container.go killContainer). */
function hookText(hook: Hook, grace: number, isWritten: boolean): string {
  return `Sleeps ${durationText(hook.seconds)} of the ${durationText(grace)} that the pod has to end${isWritten ? '' : ' (the default)'}: ${leftText(hook, grace)}.`;
}

function leftText({ seconds }: Hook, grace: number): string {
  return seconds < grace
    ? `${durationText(grace - seconds)} are left after SIGTERM`
    : '2s at most are left after SIGTERM, then it is killed';
}
