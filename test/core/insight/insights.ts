// What is told about the fields of one object.
import { insightsOf, summaryOf } from '../../../src/core/insight/index.ts';
import { inputsOf, projectOf } from '../reading.ts';

export interface Told {
  readonly text: string;
  readonly hint: string | undefined;
}

function read(manifests: string) {
  const { index } = projectOf(inputsOf({ 'manifests.yaml': manifests }));
  const [resource] = index.everything;
  if (!resource) throw new Error(`no object in ${manifests}`);
  return { resource, index };
}

/** By the path of the field, of the first object; the others are what it is read with. */
export function toldOf(manifests: string): Record<string, Told> {
  const { resource, index } = read(manifests);
  return Object.fromEntries(
    insightsOf(resource, index).map(({ at, text, hint }) => [at.path, { text, hint }]),
  );
}

/** The line above the first object. */
export function lensOf(manifests: string): string | undefined {
  const { resource, index } = read(manifests);
  return summaryOf(resource, index);
}

/** What is told about one field: its text by lines, and its hint. */
export function told(
  manifests: string,
  path: string,
): { lines: string[]; hint: string | undefined } | undefined {
  const insight = toldOf(manifests)[path];
  return insight && { lines: insight.text.split('\n\n'), hint: insight.hint };
}

/** A HorizontalPodAutoscaler as another document. */
export function scalerOf(kind: string, name: string, range: string): string {
  const apiVersion = kind === 'Rollout' ? 'argoproj.io/v1alpha1' : 'apps/v1';
  return `
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: ${name}}
spec: {scaleTargetRef: {apiVersion: ${apiVersion}, kind: ${kind}, name: ${name}}, ${range}}
`;
}
