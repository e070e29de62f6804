/** The blue-green strategy of a Rollout. */
import type { BlueGreenStrategy } from '../../kubernetes/argo-types.ts';
import type { Node } from '../node.ts';
import type { Resource } from '../resource.ts';

/** The blue-green strategy of a Rollout; undefined for other objects, and beside a canary, which is refused. */
export function blueGreenOf(rollout: Resource<never>): Node<BlueGreenStrategy> | undefined {
  if (rollout.type !== 'argoproj.io/Rollout') return undefined;
  const strategy = (rollout.root as Node).at('spec').at('strategy');
  const blueGreen = strategy.at('blueGreen') as Node<BlueGreenStrategy>;
  return blueGreen.isMap && !strategy.at('canary').exists ? blueGreen : undefined;
}
