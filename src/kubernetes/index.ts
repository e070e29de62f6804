// What Kubernetes and Argo Rollouts do with the values of a manifest, as pure functions: plain values in,
// plain values out. Imports nothing from outside this folder, and nothing here throws.
export * from './affixed-name.ts';
export * from './analysis.ts';
export * from './autoscaler.ts';
export * from './base64.ts';
export * from './canary-split.ts';
export * from './condition.ts';
export * from './content-hash.ts';
export * from './disruption-budget.ts';
export * from './go-duration.ts';
export * from './image-reference.ts';
export * from './int-or-percent.ts';
export * from './kustomize-image.ts';
export * from './meant-duration.ts';
export * from './pause-duration.ts';
export * from './placeholder.ts';
export * from './port-name.ts';
export * from './probe.ts';
export * from './promql.ts';
export * from './release-label.ts';
export * from './rolling-update.ts';
export * from './runtime-labels.ts';
export * from './selector.ts';
export * from './service-host.ts';
export * from './sleep-command.ts';
export * from './track-label.ts';
