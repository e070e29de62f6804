// What Kubernetes and Argo Rollouts do with the values of a manifest, as pure functions: plain values in,
// plain values out. Imports nothing from outside this folder, and nothing here throws.
export * from './autoscaler.ts';
export * from './image-reference.ts';
export * from './int-or-percent.ts';
export * from './kustomize-image.ts';
export * from './placeholder.ts';
export * from './rolling-update.ts';
export * from './selector.ts';
