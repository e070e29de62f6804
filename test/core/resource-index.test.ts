// Conflicts inside a bundle, references in the bundle first and then in the project.
import type { V1Service } from '@kubernetes/client-node';
import { describe, expect, it } from 'vitest';
import { podsOf } from '../../src/core/pod.ts';
import type { Resource } from '../../src/core/resource.ts';
import { inputsOf, type Project, projectOf } from './reading.ts';

const workload = (name: string, app = name, kind = 'apps/v1 Deployment', metadata = '') => {
  const [apiVersion, type] = kind.split(' ');
  return `apiVersion: ${apiVersion}
kind: ${type}
metadata: {name: ${name}${metadata}}
spec:
  selector: {matchLabels: {app: ${app}}}
  template:
    metadata: {labels: {app: ${app}, tier: web}}
    spec: {containers: [{name: app, image: x}]}
`;
};
const service = (name: string, selector: string, more = '') =>
  `apiVersion: v1\nkind: Service\nmetadata: {name: ${name}}\nspec: {selector: ${selector}${more}}\n`;
const all = (...texts: string[]) => texts.join('---\n');
const ROLLOUT = 'argoproj.io/v1alpha1 Rollout';

const names = (resources: Iterable<{ readonly name: string | undefined }>) =>
  [...resources].map(({ name }) => name);

const of = (files: Record<string, string>): Project => projectOf(inputsOf(files));
const serviceOf = (project: Project, name: string) =>
  project.object('Service', name) as unknown as Resource<V1Service>;
const podNames = (project: Project, name: string) =>
  [...project.index.podsSelectedBy(serviceOf(project, name))].map(({ resource }) => resource.name);

describe('references', () => {
  const files = {
    'a/x.yaml': all(workload('web'), service('here', '{app: web}')),
    'b/x.yaml': all(workload('web'), workload('api')),
  };

  it('are found near before far', () => {
    const { index, object } = of(files);
    const from = object('Service', 'here');
    const find = (name: string) => index.find({ type: 'apps/Deployment', name, namespace: undefined }, from);
    expect(find('web').map(({ source }) => source.path)).toEqual(['a/x.yaml']);
    expect(find('api').map(({ source }) => source.path)).toEqual(['b/x.yaml']);
    expect(find('none')).toEqual([]);
  });

  it('meet where a namespace is left out, and not where two differ', () => {
    const { index, object } = of({
      'a/x.yaml': all(
        workload('one', 'one', undefined, ', namespace: one'),
        workload('none'),
        service('s', '{app: x}'),
      ),
    });
    const from = object('Service', 's');
    const find = (name: string, namespace: string | undefined) =>
      index.find({ type: 'apps/Deployment', name, namespace }, from).length;
    expect([find('one', 'one'), find('one', 'two'), find('one', undefined), find('none', 'two')]).toEqual([
      1, 0, 1, 1,
    ]);
  });

  it('to the old group of an API mean the same', () => {
    const { index, object } = of({
      'x.yaml': all(workload('web', 'web', 'extensions/v1beta1 Deployment'), service('s', '{}')),
    });
    const found = index.find(
      { type: 'apps/Deployment', name: 'web', namespace: undefined },
      object('Service', 's'),
    );
    expect(names(found)).toEqual(['web']);
  });

  it('are found in fragments too', () => {
    const { index, object } = of({
      'k/kustomization.yaml': 'patches: [{path: p.yaml}]\n',
      'k/p.yaml': workload('patched'),
      'a/x.yaml': service('s', '{app: patched}'),
    });
    const from = object('Service', 's');
    expect(index.find({ type: 'apps/Deployment', name: 'patched', namespace: undefined }, from)).toHaveLength(
      1,
    );
    expect(index.isClosed(object('Deployment', 'patched'))).toBe(false);
    expect(index.isClosed(from)).toBe(true);
  });
});

describe('pods of a Service', () => {
  it('are those of its bundle, or else of the project', () => {
    const project = of({
      'a/x.yaml': all(workload('web'), service('near', '{app: web}'), service('far', '{app: api}')),
      'b/x.yaml': all(workload('web'), workload('api')),
    });
    expect(podNames(project, 'near')).toEqual(['web']);
    expect([...project.index.podsSelectedBy(serviceOf(project, 'near'))][0]?.resource.source.path).toBe(
      'a/x.yaml',
    );
    expect(podNames(project, 'far')).toEqual(['api']);
  });

  it('have all of its labels', () => {
    const project = of({
      'x.yaml': all(
        workload('web'),
        workload('api'),
        service('both', '{tier: web}'),
        service('one', '{tier: web, app: api}'),
        service('none', '{tier: web, app: none}'),
      ),
    });
    expect(podNames(project, 'both')).toEqual(['web', 'api']);
    expect(podNames(project, 'one')).toEqual(['api']);
    expect(podNames(project, 'none')).toEqual([]);
  });

  it('are none without a selector, and without a cluster', () => {
    const project = of({
      'x.yaml': all(
        workload('web'),
        service('empty', '{}'),
        service('external', '{app: web}', ', type: ExternalName'),
      ),
    });
    expect(podNames(project, 'empty')).toEqual([]);
    expect(podNames(project, 'external')).toEqual([]);
  });

  it('are known from the side of the pod', () => {
    const project = of({
      'x.yaml': all(
        workload('web'),
        service('a', '{app: web}'),
        service('b', '{tier: web}'),
        service('c', '{app: x}'),
      ),
    });
    const [pod] = podsOf(project.object('Deployment', 'web'));
    expect(pod && names(project.index.servicesSelecting(pod))).toEqual(['a', 'b']);
  });
});

describe('rivals', () => {
  const rivals = (project: Project, kind: string, name: string) =>
    names(project.index.earlierRivalsOf(project.object(kind, name)));

  it('are the controllers before it whose pods overlap', () => {
    const project = of({ 'x.yaml': all(workload('a', 'web'), workload('b', 'web'), workload('c', 'api')) });
    expect(rivals(project, 'Deployment', 'a')).toEqual([]);
    expect(rivals(project, 'Deployment', 'b')).toEqual(['a']);
    expect(rivals(project, 'Deployment', 'c')).toEqual([]);
  });

  it('are of the bundle alone', () => {
    const project = of({ 'a/x.yaml': workload('a', 'web'), 'b/x.yaml': workload('b', 'web') });
    expect(rivals(project, 'Deployment', 'b')).toEqual([]);
  });

  it('come once, from whichever side the overlap is seen', () => {
    const wide = workload('wide', 'web').replace('{app: web}}\n  template', '{tier: web}}\n  template');
    const project = of({ 'x.yaml': all(wide, workload('b', 'other')) });
    expect(rivals(project, 'Deployment', 'b')).toEqual(['wide']);
    const turned = of({ 'x.yaml': all(workload('b', 'other'), wide) });
    expect(rivals(turned, 'Deployment', 'wide')).toEqual(['b']);
  });

  it('of a Rollout that refers to a workload are those of the workload', () => {
    const rollout = `apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nmetadata: {name: r}\nspec:\n  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web}\n`;
    const project = of({ 'x.yaml': all(workload('web'), rollout) });
    expect(rivals(project, 'Rollout', 'r')).toEqual(['web']);
    expect(project.index.workloadReferencedBy(project.object('Rollout', 'r'))?.name).toBe('web');
    expect(names(project.index.rolloutsReferencing(project.object('Deployment', 'web')))).toEqual(['r']);
    expect(project.index.podsRunBy(project.object('Rollout', 'r'))).toHaveLength(1);
  });
});

describe('namesakes', () => {
  it('are the objects before it, whatever their namespace', () => {
    const project = of({
      'x.yaml': all(
        workload('a', 'a', undefined, ', namespace: one'),
        workload('a', 'a', undefined, ', namespace: two'),
        workload('a', 'a', ROLLOUT),
      ),
    });
    const [first, second] = project.index.everything;
    expect(first && project.index.earlierNamesakesOf(first)).toEqual([]);
    expect(second && project.index.earlierNamesakesOf(second)).toEqual([first]);
    expect(project.index.earlierNamesakesOf(project.object('Rollout', 'a'))).toEqual([]);
  });
});

describe('owners', () => {
  const owned = (owner: string) =>
    workload(
      'web-1',
      'web',
      'apps/v1 ReplicaSet',
      `, ownerReferences: [{apiVersion: apps/v1, kind: Deployment, name: ${owner}}]`,
    );

  it('that are here make an object theirs', () => {
    const project = of({ 'x.yaml': all(workload('web'), owned('web')) });
    expect(project.index.isOwned(project.object('ReplicaSet', 'web-1'))).toBe(true);
    expect(project.index.isOwned(project.object('Deployment', 'web'))).toBe(false);
  });

  it('that are elsewhere leave it to be judged', () => {
    const project = of({ 'x.yaml': owned('gone') });
    expect(project.index.isOwned(project.object('ReplicaSet', 'web-1'))).toBe(false);
  });
});

describe('scalers', () => {
  const hpa = (apiVersion: string, name: string) =>
    `apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: h}\nspec:\n  scaleTargetRef: {apiVersion: ${apiVersion}, kind: Deployment, name: ${name}}\n  minReplicas: 2\n  maxReplicas: 5\n`;

  it('are found by what they name', () => {
    const project = of({ 'x.yaml': all(workload('web'), workload('api'), hpa('apps/v1', 'web')) });
    expect(project.index.scalerOf(project.object('Deployment', 'web'))?.name).toBe('h');
    expect(project.index.scalerOf(project.object('Deployment', 'api'))).toBeUndefined();
    expect(project.index.replicaRangeOf(project.object('Deployment', 'web'))).toMatchObject({
      least: 2,
      most: 5,
    });
    expect(project.index.replicaRangeOf(project.object('Deployment', 'api'))).toMatchObject({
      least: 1,
      most: 1,
    });
  });
});

it('thousands of workloads that share a label are looked up one by one', () => {
  const count = 4000;
  const texts = Array.from({ length: count }, (_, at) =>
    all(workload(`w${at}`), service(`s${at}`, `{tier: web, app: w${at}}`)),
  );
  const project = of({ 'x.yaml': all(...texts) });
  for (const resource of project.index.everything) {
    if (resource.kind === 'Deployment') expect([...project.index.earlierRivalsOf(resource)]).toEqual([]);
    else expect(project.index.podsSelectedBy(resource as unknown as Resource<V1Service>).size).toBe(1);
  }
});
