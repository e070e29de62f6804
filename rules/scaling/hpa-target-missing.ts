import {
  defineRule,
  type Fix,
  type Node,
  nearest,
  offer,
  type Reference,
  type Resource,
  type ResourceIndex,
  SCALERS,
  scaleTargetOf,
  setValue,
  setValues,
} from 'rollsafe';
import { hasPlaceholder } from 'rollsafe/kubernetes';

const hpa = (target: string, namespace = '') => `
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: checkout${namespace}}
spec:
  scaleTargetRef:
    ${target.trim().replaceAll('\n', '\n    ')}
  minReplicas: 2
  maxReplicas: 8
`;

const DEPLOYMENT = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: checkout}
spec: {}
`;

const ROLLOUT = `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: checkout}
spec: {strategy: {canary: {}}}
`;

export default defineRule({
  summary: 'An autoscaler whose target does not exist',
  why: `
A HorizontalPodAutoscaler finds its target by the group of \`apiVersion\`, by \`kind\` and by \`name\`, in its own namespace.
When one of them is wrong it reports FailedGetScale and never scales anything, while the workload runs on with the count
that it happened to have. After a move to Argo Rollouts the target is \`apiVersion: argoproj.io/v1alpha1\`,
\`kind: Rollout\`. Without \`apiVersion\` a kind of the core group is looked for, which has no Deployment.

Reported only where everything that is applied together is at hand (a folder, a rendered stream) and no custom object
speaks of the name. Kinds that rollsafe doesn't know are left alone. When the target comes from another repository, turn the
rule off for the file.
`,
  severity: 'error',
  references: [
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/controller/podautoscaler/horizontal.go',
    'https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/features/hpa-support.md',
  ],
  examples: [
    {
      bad: `${hpa('apiVersion: apps/v1\nkind: Deployment\nname: chekout # <-- error')}---${DEPLOYMENT}`,
      good: `${hpa('apiVersion: apps/v1\nkind: Deployment\nname: checkout')}---${DEPLOYMENT}`,
    },
    // The group decides, not the version.
    {
      bad: `${ROLLOUT}---${hpa('apiVersion: apps/v1 # <-- error\nkind: Rollout\nname: checkout')}`,
      good: `${ROLLOUT}---${hpa('apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nname: checkout')}`,
    },
    {
      bad: `${DEPLOYMENT}---${hpa('apiVersion: extensions/v1beta1 # <-- error\nkind: Deployment\nname: checkout')}`,
      good: `${DEPLOYMENT}---${hpa('apiVersion: apps/v1beta2\nkind: Deployment\nname: checkout')}`,
      fixed: `${DEPLOYMENT}---${hpa('apiVersion: apps/v1\nkind: Deployment\nname: checkout')}`,
    },
    {
      bad: `${DEPLOYMENT}---${hpa('kind: Deployment\nname: checkout').replace('scaleTargetRef:', 'scaleTargetRef: # <-- error')}`,
      fixed: `${DEPLOYMENT}---${hpa('kind: Deployment\nname: checkout\napiVersion: apps/v1')}`,
    },
    // Left behind by a migration.
    {
      bad: `${ROLLOUT.replace('metadata:', 'metadata: # <-- related\n ').replace('  {name: checkout}', ' name: checkout')}---${hpa('apiVersion: apps/v1\nkind: Deployment\nname: checkout # <-- error')}`,
    },
    {
      bad: `${DEPLOYMENT.replace('checkout}', 'checkout, namespace: shop}')}---${hpa('apiVersion: apps/v1\nkind: Deployment\nname: checkout # <-- error', ', namespace: office')}`,
      good: `${DEPLOYMENT.replace('checkout}', 'checkout, namespace: shop}')}---${hpa('apiVersion: apps/v1\nkind: Deployment\nname: checkout')}`,
    },
    {
      bad: `
apiVersion: v1
kind: List
items:
  - apiVersion: keda.sh/v1alpha1
    kind: ScaledObject
    metadata: {name: mailer}
    spec:
      scaleTargetRef:
        name: mailer # <-- error
`,
    },
    // Kustomize gave the Rollout a prefix, and doesn't follow its name.
    {
      bad: `${ROLLOUT.replace('metadata:', 'metadata: # <-- related\n ').replace('  {name: checkout}', ' name: prod-checkout')}---${hpa('apiVersion: argoproj.io/v1alpha1\nkind: Rollout\nname: checkout # <-- error').replace('{name: checkout}', '{name: prod-checkout}')}`,
    },
    // A single file proves nothing, and the target may be in another folder of the project.
    {
      good: {
        files: { 'hpa.yaml': hpa('apiVersion: apps/v1\nkind: Deployment\nname: checkout') },
        closed: false,
      },
    },
    {
      good: {
        files: {
          'scaling/hpa.yaml': hpa('apiVersion: apps/v1\nkind: Deployment\nname: checkout'),
          'apps/checkout.yaml': DEPLOYMENT,
        },
      },
    },
    // Custom kinds may have a scale subresource, also under a name that Kubernetes uses.
    { good: hpa('apiVersion: apps.example.com/v1\nkind: Widget\nname: checkout') },
    { good: hpa('apiVersion: apps.kruise.io/v1beta1\nkind: StatefulSet\nname: checkout') },
    // An operator makes the StatefulSet.
    {
      good: `
apiVersion: db.example.com/v1
kind: Database
metadata: {name: orders}
---${hpa('apiVersion: apps/v1\nkind: StatefulSet\nname: orders-replica')}`,
    },
    { good: hpa('apiVersion: apps/v1\nkind: Deployment\nname: "$(APP)"') },
    // An export of some objects of a cluster.
    {
      good: hpa(
        'apiVersion: apps/v1\nkind: Deployment\nname: checkout',
        ', uid: 0b0f0c9e-8a5f-4c1c-9b3a-1f4f6b1c2d3e',
      ),
    },
  ],
  kinds: SCALERS,
  resource(scaler, { index, report }) {
    const target = scaleTargetOf(scaler);
    if (!target || hasPlaceholder(target.name) || !index.isClosed(scaler) || scaler.isLive) return;
    const [group = '', kind = ''] = target.type.split('/');
    const home = HOMES.get(kind);
    if (home === undefined || !KNOWN_GROUPS.has(group)) return;
    const node = scaler.root.at('spec').at('scaleTargetRef');
    if (group !== home && !index.find(target, scaler).some(({ type }) => type === target.type)) {
      const [right] = index.find({ ...target, type: `${home}/${kind}` }, scaler);
      report({
        at: node.at('apiVersion'),
        message: `${scaler.title} scales nothing: ${groupTitle(group)} has no ${kind}, which is of ${home}`,
        fixes: right
          ? offer(
              'unsafe',
              `Set apiVersion: ${right.apiVersion}`,
              setValue(node.at('apiVersion'), right.apiVersion),
            )
          : [],
      });
    } else if (index.find(target, scaler).length === 0 && !index.mayBeOperated(target.name)) {
      const namesake = namesakeOf(target, scaler, index) ?? index.renamed(target, scaler);
      report({
        at: node.at('name'),
        message: `${scaler.title} scales nothing: ${kind} "${target.name}" is nowhere in these manifests${whereOf(target)}`,
        related: namesake
          ? [{ at: namesake.root.at('metadata'), message: `there is a ${namesake.title}` }]
          : [],
        fixes: (namesake ? [namesake] : nearestOf(target, scaler, index)).flatMap((other) =>
          suggestionsOf(node as Node, other),
        ),
      });
    }
  },
});

function suggestionsOf(target: Node, { apiVersion, kind, name = '', title }: Resource): Fix[] {
  return offer('suggestion', `Scale ${title}`, ...setValues(target, { apiVersion, kind, name }));
}

/** Those of the kind with a similar name. */
function nearestOf({ type, name }: Reference, scaler: Resource, index: ResourceIndex): Resource[] {
  const workloads = index.ofType(type, scaler);
  const names = nearest(
    name,
    workloads.flatMap((workload) => workload.name ?? []),
  );
  return names.flatMap((near) => workloads.find((workload) => workload.name === near) ?? []);
}

/** The groups of the kinds that can be scaled. */
const HOMES: ReadonlyMap<string, string> = new Map([
  ['Deployment', 'apps'],
  ['StatefulSet', 'apps'],
  ['ReplicaSet', 'apps'],
  ['ReplicationController', 'core'],
  ['Rollout', 'argoproj.io'],
]);

/** Groups whose kinds are known, so that one that isn't in them doesn't exist. */
const KNOWN_GROUPS = new Set(['core', 'apps', 'extensions', 'batch', 'autoscaling', 'argoproj.io']);

function groupTitle(group: string): string {
  return group === 'core' ? 'the core group' : `the group ${group}`;
}

function whereOf({ namespace }: Reference): string {
  return namespace === undefined ? '' : ` for namespace ${namespace}`;
}

/** What has the name, but another kind. */
function namesakeOf(target: Reference, scaler: Resource, index: ResourceIndex): Resource | undefined {
  return [...HOMES]
    .flatMap(([kind, group]) => index.find({ ...target, type: `${group}/${kind}` }, scaler))
    .at(0);
}
