/** The steps of a Rollout's canary, and what each of them means for the new version's share and for the way there. */
import type { CanaryStrategy, CanaryStep as StepFields } from '../../kubernetes/argo-types.ts';
import type { Node } from '../node.ts';
import type { Resource } from '../resource.ts';

/** What a step can do (argo-rollouts pkg/apis/rollouts/v1alpha1/types.go CanaryStep). */
export const STEP_KINDS = [
  'setWeight',
  'pause',
  'experiment',
  'analysis',
  'setCanaryScale',
  'setHeaderRoute',
  'setMirrorRoute',
  'plugin',
] as const;

export type StepKind = (typeof STEP_KINDS)[number];

/** The kinds that can hold a rollout back; all others are passed as soon as their pods are there. */
const GATES: readonly StepKind[] = ['pause', 'experiment', 'analysis', 'plugin'];

export interface CanaryStep {
  readonly node: Node<StepFields>;
  /** From 1, as messages count. */
  readonly number: number;
  /** What it sets, in the order of the list above; nothing for null. */
  readonly kinds: readonly StepKind[];
  /** Whether it can wait, or stop the rollout. */
  readonly isGate: boolean;
  /**
   * The weight that holds in it: that of the last `setWeight` up to here, 0 before the first; undefined when that one
   * can't be read.
   */
  readonly weight: number | undefined;
  /** Whether pods of the new version run in it: by the weight, or by a `setCanaryScale` that holds. */
  readonly isExposed: boolean;
}

/** The canary strategy of a Rollout; undefined for other objects, and beside a blueGreen, which is refused. */
export function canaryOf(rollout: Resource<never>): Node<CanaryStrategy> | undefined {
  if (rollout.type !== 'argoproj.io/Rollout') return undefined;
  const strategy = (rollout.root as Node).at('spec').at('strategy');
  const canary = strategy.at('canary') as Node<CanaryStrategy>;
  return canary.isMap && !strategy.at('blueGreen').exists ? canary : undefined;
}

/** The steps of a canary in their order; none when they are no list. Items that are no maps do nothing. */
export function canaryStepsOf(canary: Node<CanaryStrategy>): CanaryStep[] {
  let weight: number | undefined = 0;
  let hasOwnSize = false;
  return canary
    .at('steps')
    .items()
    .map((node, index) => {
      const kinds = STEP_KINDS.filter((kind) => node.at(kind).exists);
      if (kinds.includes('setWeight')) weight = node.at('setWeight').integer();
      if (kinds.includes('setCanaryScale')) hasOwnSize = setsPods(node.at('setCanaryScale'));
      const isGate = kinds.some((kind) => GATES.includes(kind));
      return { node, number: index + 1, kinds, isGate, weight, isExposed: weight !== 0 || hasOwnSize };
    });
}

/** Whether a `setCanaryScale` asks for pods of its own; a size that can't be read may. */
function setsPods(scale: Node): boolean {
  const sizes = [scale.at('replicas'), scale.at('weight')].filter((size) => size.exists);
  return scale.at('matchTrafficWeight').boolean() !== true && sizes.some((size) => size.integer() !== 0);
}

/** Whether a step waits or checks while new pods run; an experiment runs its own. */
export function isCheck({ isGate, isExposed, kinds }: CanaryStep): boolean {
  return (isGate && isExposed) || kinds.includes('experiment');
}

/** Whether a router sends the requests by weight; without one the number of pods decides. */
export function isRouted(canary: Node<CanaryStrategy>): boolean {
  return canary.at('trafficRouting').exists;
}

/** The weight that means all traffic (argo-rollouts utils/weightutil/weight.go); undefined when it can't be read. */
export function fullWeightOf(canary: Node<CanaryStrategy>): number | undefined {
  const most = canary.at('trafficRouting').at('maxTrafficWeight');
  return most.exists ? most.integer() : 100;
}

/** Whether an analysis watches the canary from its first step, or from a later one, to the end. */
export function hasBackgroundAnalysis(canary: Node<CanaryStrategy>): boolean {
  return canary.at('analysis').exists;
}
