/**
 * The fields of Argo Rollouts' kinds that rollsafe reads (argo-rollouts pkg/apis/rollouts/v1alpha1: types.go,
 * analysis_types.go, experiment_types.go). Types only.
 */
import type { V1LabelSelector, V1ObjectMeta, V1PodTemplateSpec } from '@kubernetes/client-node';

export interface WorkloadRef {
  apiVersion?: string;
  kind?: string;
  name?: string;
  scaleDown?: string;
}

export interface CanaryStrategy {
  canaryService?: string;
  stableService?: string;
  maxSurge?: number | string;
  maxUnavailable?: number | string;
  scaleDownDelaySeconds?: number;
  dynamicStableScale?: boolean;
  trafficRouting?: object;
  steps?: object[];
}

export interface BlueGreenStrategy {
  activeService?: string;
  previewService?: string;
  maxUnavailable?: number | string;
}

export interface RolloutSpec {
  replicas?: number;
  selector?: V1LabelSelector;
  template?: V1PodTemplateSpec;
  workloadRef?: WorkloadRef;
  strategy?: { canary?: CanaryStrategy; blueGreen?: BlueGreenStrategy };
}

export interface Rollout {
  apiVersion?: string;
  kind?: string;
  metadata?: V1ObjectMeta;
  spec?: RolloutSpec;
}

export interface Experiment {
  apiVersion?: string;
  kind?: string;
  metadata?: V1ObjectMeta;
  spec?: { templates?: { name?: string; selector?: V1LabelSelector; template?: V1PodTemplateSpec }[] };
}

export interface AnalysisTemplate {
  apiVersion?: string;
  kind?: string;
  metadata?: V1ObjectMeta;
  spec?: { metrics?: { name?: string; provider?: { job?: { spec?: { template?: V1PodTemplateSpec } } } }[] };
}
