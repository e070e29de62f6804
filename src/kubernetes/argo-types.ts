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

export interface CanaryStep {
  setWeight?: number;
  pause?: { duration?: number | string };
  experiment?: object;
  analysis?: object;
  setCanaryScale?: { replicas?: number; weight?: number; matchTrafficWeight?: boolean };
  setHeaderRoute?: { name?: string; match?: object[] };
  setMirrorRoute?: { name?: string; match?: object[] };
  plugin?: object;
}

export interface CanaryStrategy {
  canaryService?: string;
  stableService?: string;
  maxSurge?: number | string;
  maxUnavailable?: number | string;
  scaleDownDelaySeconds?: number;
  dynamicStableScale?: boolean;
  trafficRouting?: object;
  analysis?: object;
  steps?: CanaryStep[];
}

export interface BlueGreenStrategy {
  activeService?: string;
  previewService?: string;
  maxUnavailable?: number | string;
  autoPromotionEnabled?: boolean;
  autoPromotionSeconds?: number;
  previewReplicaCount?: number;
  scaleDownDelaySeconds?: number;
  prePromotionAnalysis?: object;
  postPromotionAnalysis?: object;
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
