// Between which numbers of pods an autoscaler keeps a workload.

/** Numbers of pods, both included; `maximum` is undefined where the manifest doesn't say it. */
export interface ReplicaRange {
  readonly minimum: number;
  readonly maximum: number | undefined;
}

const DEFAULT_MINIMUM = 1;
const DEFAULT_KEDA_MAXIMUM = 100;

/**
 * The range that the `spec` of a HorizontalPodAutoscaler or of a KEDA ScaledObject allows while the workload runs
 * at all: a minimum of 0 lets it sleep, and it wakes up with 1. `type` is group and kind. Undefined for other
 * types, for counts of another type, and for a range that is upside down. Never throws.
 *
 * Source: kubernetes pkg/apis/autoscaling/v2/defaults.go SetDefaults_HorizontalPodAutoscaler; keda
 * apis/keda/v1alpha1/scaledobject_types.go GetHPAMinReplicas, GetHPAMaxReplicas.
 */
export function replicaRange(type: string, spec: unknown): ReplicaRange | undefined {
  if (type === 'autoscaling/HorizontalPodAutoscaler')
    return range(spec, 'minReplicas', 'maxReplicas', undefined);
  if (type !== 'keda.sh/ScaledObject') return undefined;
  return range(spec, 'minReplicaCount', 'maxReplicaCount', DEFAULT_KEDA_MAXIMUM);
}

function range(
  spec: unknown,
  minimumKey: string,
  maximumKey: string,
  defaultMaximum: number | undefined,
): ReplicaRange | undefined {
  const minimum = field(spec, minimumKey) ?? DEFAULT_MINIMUM;
  const maximum = field(spec, maximumKey) ?? defaultMaximum;
  if (!isCount(minimum)) return undefined;
  const awake = Math.max(minimum, DEFAULT_MINIMUM);
  if (maximum === undefined) return { minimum: awake, maximum };
  return isCount(maximum) && maximum >= awake ? { minimum: awake, maximum } : undefined;
}

function field(spec: unknown, key: string): unknown {
  if (typeof spec !== 'object' || spec === null || !Object.hasOwn(spec, key)) return undefined;
  return (spec as Readonly<Record<string, unknown>>)[key];
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
