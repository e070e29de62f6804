/** The settings of a canary that need a router. */
import type { Node } from '../node.ts';

/**
 * What only a canary with `trafficRouting` may have, with the names that messages use (argo-rollouts
 * pkg/apis/rollouts/validation/validation.go ValidateRolloutStrategyCanary).
 */
export function routedSettingsOf(canary: Node): (readonly [string, Node])[] {
  const delay = canary.at('scaleDownDelaySeconds');
  const dynamic = canary.at('dynamicStableScale');
  return [
    ...(delay.integer() === undefined ? [] : [['scaleDownDelaySeconds', delay] as const]),
    ...(dynamic.boolean() ? [['dynamicStableScale', dynamic] as const] : []),
    ...canary.at('steps').items().flatMap(routedParts),
  ];
}

function routedParts(step: Node): (readonly [string, Node])[] {
  const kinds = ['setCanaryScale', 'setHeaderRoute', 'setMirrorRoute'];
  const weights = step
    .at('experiment')
    .at('templates')
    .items()
    .map((template) => template.at('weight'));
  return [
    ...kinds.map((kind) => [kind, step.at(kind)] as const).filter(([, part]) => part.isMap),
    ...weights.filter((weight) => weight.integer() !== undefined).map((at) => ['the weight', at] as const),
  ];
}
