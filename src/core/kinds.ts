/** The kinds that rollsafe knows by type, by API group and kind; the version never matters. Types only. */
import type {
  V1ConfigMap,
  V1CronJob,
  V1DaemonSet,
  V1Deployment,
  V1Ingress,
  V1Job,
  V1PersistentVolumeClaim,
  V1Pod,
  V1PodDisruptionBudget,
  V1PodTemplate,
  V1ReplicaSet,
  V1ReplicationController,
  V1Secret,
  V1Service,
  V1StatefulSet,
  V2HorizontalPodAutoscaler,
} from '@kubernetes/client-node';
import type { AnalysisTemplate, Experiment, Rollout } from '../kubernetes/argo-types.ts';

/** `group/Kind`; the core group is written `core`. */
export interface Kinds {
  'core/Pod': V1Pod;
  'core/PodTemplate': V1PodTemplate;
  'core/ReplicationController': V1ReplicationController;
  'core/Service': V1Service;
  'core/ConfigMap': V1ConfigMap;
  'core/Secret': V1Secret;
  'core/PersistentVolumeClaim': V1PersistentVolumeClaim;
  'apps/Deployment': V1Deployment;
  'apps/ReplicaSet': V1ReplicaSet;
  'apps/StatefulSet': V1StatefulSet;
  'apps/DaemonSet': V1DaemonSet;
  'batch/Job': V1Job;
  'batch/CronJob': V1CronJob;
  'autoscaling/HorizontalPodAutoscaler': V2HorizontalPodAutoscaler;
  'policy/PodDisruptionBudget': V1PodDisruptionBudget;
  'networking.k8s.io/Ingress': V1Ingress;
  'argoproj.io/Rollout': Rollout;
  'argoproj.io/Experiment': Experiment;
  'argoproj.io/AnalysisTemplate': AnalysisTemplate;
  'argoproj.io/ClusterAnalysisTemplate': AnalysisTemplate;
  'argoproj.io/AnalysisRun': AnalysisTemplate;
}

/** The type of a kind's objects; unknown kinds are maps of anything. */
export type ObjectOf<K extends string> = K extends keyof Kinds ? Kinds[K] : Record<string, unknown>;
