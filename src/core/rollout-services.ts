/** The Services that a Rollout steers: its controller writes a hash of the pods to send to into their selectors. */
import type { Node } from './node.ts';
import type { Resource } from './resource.ts';

/**
 * Where a Rollout names the Services whose selector its controller rewrites (argo-rollouts rollout/service.go):
 * active, preview, canary, stable, ping and pong. A root Service keeps its selector and isn't among them.
 */
export function steeredServicesOf(rollout: Resource): Node[] {
  if (rollout.type !== 'argoproj.io/Rollout') return [];
  const strategy = (rollout.root as Node).at('spec').at('strategy');
  const [blueGreen, canary] = [strategy.at('blueGreen'), strategy.at('canary')];
  return [
    blueGreen.at('activeService'),
    blueGreen.at('previewService'),
    canary.at('canaryService'),
    canary.at('stableService'),
    canary.at('pingPong').at('pingService'),
    canary.at('pingPong').at('pongService'),
  ].filter((name) => name.string());
}
