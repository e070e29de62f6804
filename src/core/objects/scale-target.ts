/** What an autoscaler scales. */

import type { NamingField, Reference } from '../index/scope.ts';
import type { Node } from '../node.ts';
import { groupOf, type Resource } from '../resource.ts';

/** HorizontalPodAutoscalers, and KEDA ScaledObjects, which make one. */
export const SCALERS = ['autoscaling/HorizontalPodAutoscaler', 'keda.sh/ScaledObject'] as const;

const SCALER_TYPES: ReadonlySet<string> = new Set(SCALERS);

/**
 * The object that an autoscaler names; undefined for other objects, and when there is no name. A HorizontalPodAutoscaler
 * without apiVersion asks for a kind of the core group (kubernetes pkg/controller/podautoscaler/horizontal.go
 * reconcileAutoscaler); a ScaledObject without apiVersion and kind means a Deployment (keda.sh, ScaledObject
 * specification).
 */
export function scaleTargetOf(scaler: Resource): Reference | undefined {
  const field = scaleTargetField(scaler);
  const name = field?.at.string();
  return field && name ? { type: field.type, name, namespace: field.namespace } : undefined;
}

/** The field that names it; undefined for other objects, and when the kind isn't said. */
export function scaleTargetField(scaler: Resource): NamingField | undefined {
  if (!SCALER_TYPES.has(scaler.type)) return undefined;
  const target = (scaler.root as Node).at('spec').at('scaleTargetRef');
  const keda = scaler.type === 'keda.sh/ScaledObject';
  const apiVersion = textOf(target.at('apiVersion'), keda ? 'apps/v1' : 'v1');
  const kind = textOf(target.at('kind'), keda ? 'Deployment' : undefined);
  if (!kind || apiVersion === undefined) return undefined;
  return { type: `${groupOf(apiVersion)}/${kind}`, at: target.at('name'), namespace: scaler.namespace };
}

/** The text of a node, or what applies where it is absent or empty; undefined when it is no text. */
function textOf(node: Node, absent: string | undefined): string | undefined {
  return node.exists ? node.string() || absent : absent;
}
