import { defineRule, type Pod, type Resource, type ResourceIndex, replicasOf } from 'rollsafe';
import { areTracks, type Labels, matches } from 'rollsafe/kubernetes';

const workload = (type: string, name: string, labels: string, more = '') => `
apiVersion: ${type === 'Rollout' ? 'argoproj.io/v1alpha1' : 'apps/v1'}
kind: ${type}
metadata: {name: ${name}, labels: {${labels}}}
spec:${more}
  selector:
    matchLabels: {app: web}
  template:
    metadata: {labels: {${labels}}}
    spec:
      containers: [{name: web, image: "registry.example.com/web:1.4.0"}]
`;

/** The example with marks on the selectors: the first is pointed to, the last is the finding. */
const marked = (mark: string, ...texts: string[]) =>
  texts
    .map((text, at) =>
      text.replace(
        'selector:\n',
        at < texts.length - 1 ? 'selector: # <-- related\n' : `selector: # <--${mark}\n`,
      ),
    )
    .join('---');

export default defineRule({
  summary: 'Two controllers whose selectors take in the same pods',
  why: `
Two Deployments or Rollouts with overlapping selectors don't steal each other's pods: each marks its own with a hash. But
everything that finds pods by label takes in both. A Service sends to both versions at once, an autoscaler averages over
pods that it doesn't scale, a PodDisruptionBudget counts pods that it can't rely on, and a Deployment left running beside
the Rollout that replaced it doubles the pods and takes half of the traffic past every canary step.

A ReplicaSet of its own is another matter: a Deployment or Rollout whose selector matches it adopts it as an old revision
and scales it to zero.

Give each controller a label of its own in selector and template, refer from the Rollout to the Deployment by
\`workloadRef\`, or scale the one that is being replaced to 0. A pair that is told apart by one label such as \`track\` or
\`version\` is taken for a deliberate canary or blue/green pair.
`,
  severity: { default: 'warning', doubled: 'error', adopted: 'error' },
  references: [
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/controller/controller_ref_manager.go',
    'https://kubernetes.io/docs/concepts/workloads/controllers/deployment/',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/migrating.md',
  ],
  examples: [
    {
      bad: marked(
        ' warning',
        workload('Deployment', 'web', 'app: web'),
        workload('Deployment', 'web-copy', 'app: web'),
      ),
      good: `${workload('Deployment', 'web', 'app: web')}---${workload('Deployment', 'api', 'app: api').replace('{app: web}', '{app: api}')}`,
    },
    {
      bad: marked(
        ' error',
        workload('Deployment', 'web', 'app: web'),
        workload('Rollout', 'web', 'app: web'),
      ),
    },
    {
      bad: marked(' error', workload('Rollout', 'web', 'app: web'), workload('Rollout', 'web-2', 'app: web')),
    },
    {
      bad: marked(
        ' error',
        workload('ReplicaSet', 'web-old', 'app: web'),
        workload('Deployment', 'web', 'app: web'),
      ),
    },
    {
      bad: marked(
        ' warning',
        workload('ReplicaSet', 'a', 'app: web'),
        workload('ReplicaSet', 'b', 'app: web'),
      ),
    },
    {
      bad: marked(
        ' warning',
        workload('DaemonSet', 'a', 'app: web'),
        workload('Deployment', 'b', 'app: web'),
      ),
    },
    {
      bad: `
apiVersion: v1
kind: Pod
metadata:
  name: left-over
  labels: {app: web} # <-- related
spec:
  containers: [{name: web, image: "registry.example.com/web:1.4.0"}]
---${workload('ReplicaSet', 'web', 'app: web').replace('selector:\n', 'selector: # <-- warning\n')}`,
      good: `
apiVersion: v1
kind: Pod
metadata:
  name: shell
  labels: {app: web}
spec:
  containers: [{name: web, image: "registry.example.com/web:1.4.0"}]
---${workload('Deployment', 'web', 'app: web')}`,
    },
    // One side is scaled to zero.
    {
      good: `${workload('Deployment', 'web', 'app: web', '\n  replicas: 0')}---${workload('Rollout', 'web', 'app: web')}`,
    },
    // A canary pair by replica ratio: the stable selector takes in the canary, told apart by "track" alone.
    {
      good: `${workload('Deployment', 'web', 'app: web, track: stable')}---${workload('Deployment', 'web-canary', 'app: web, track: canary')}`,
    },
    // Other namespaces.
    {
      good: `${workload('Deployment', 'web', 'app: web').replace('name: web,', 'name: web, namespace: a,')}---${workload('Deployment', 'other', 'app: web').replace('name: other,', 'name: other, namespace: b,')}`,
    },
    // The same object twice is duplicate-object.
    { good: `${workload('Deployment', 'web', 'app: web')}---${workload('Deployment', 'web', 'app: web')}` },
    // A StatefulSet adopts pods by name only, a Job selects by a generated label.
    {
      good: `${workload('StatefulSet', 'web', 'app: web')}---${workload('Deployment', 'other', 'app: web')}---
apiVersion: batch/v1
kind: Job
metadata: {name: report}
spec:
  template:
    metadata: {labels: {app: web}}
    spec:
      restartPolicy: Never
      containers: [{name: web, image: "registry.example.com/web:1.4.0"}]
`,
    },
    // The Rollout takes its pods from the Deployment: workload-ref-double-run speaks about that pair.
    {
      good: `${workload('Deployment', 'web', 'app: web')}---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web}
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web}
`,
    },
    // Two folders are two bundles.
    {
      good: {
        files: {
          'a/web.yaml': workload('Deployment', 'web', 'app: web'),
          'b/web.yaml': workload('Rollout', 'web', 'app: web'),
        },
      },
    },
  ],
  kinds: [
    'apps/Deployment',
    'apps/ReplicaSet',
    'apps/DaemonSet',
    'core/ReplicationController',
    'argoproj.io/Rollout',
    'core/Pod',
  ],
  resource(workload, { index, report }) {
    if (replicasOf(workload) === 0) return;
    let worst: Clash | undefined;
    let clashes = 0;
    for (const rival of index.earlierRivalsOf(workload)) {
      const clash = clashOf(workload, rival, index);
      if (!clash) continue;
      if (!worst || (worst.as === 'default' && clash.as !== 'default')) worst = clash;
      if (++clashes === ENOUGH) break;
    }
    if (!worst) return;
    const { rival, as } = worst;
    report({
      at: placeOf(workload),
      as,
      message: `${rival.title} and ${workload.title} ${harmOf(as, rival, workload, index)}${clashes > 1 ? '; there are more like it' : ''}`,
      related: [{ at: placeOf(rival), message: `takes in the same pods as ${workload.title}` }],
    });
  },
});

/** How many rivals are looked at: one finding names one, and ten thousand copies must not cost their square. */
const ENOUGH = 3;

interface Clash {
  readonly rival: Resource;
  readonly as: 'default' | 'doubled' | 'adopted';
}

/** Whose replica sets carry a hash, so that they never take each other's pods. */
const HASHED = new Set(['apps/Deployment', 'argoproj.io/Rollout']);
/** Who adopts any pod without an owner that its selector matches. */
const ADOPTING = new Set(['apps/ReplicaSet', 'core/ReplicationController', 'apps/DaemonSet']);

function clashOf(a: Resource, b: Resource, index: ResourceIndex): Clash | undefined {
  if (isSame(a, b) || isOwned(a) || isOwned(b) || replicasOf(b) === 0 || isDeliberatePair(a, b, index))
    return undefined;
  if (index.workloadReferencedBy(a) === b || index.workloadReferencedBy(b) === a) return undefined;
  const as = situationOf(a, b, index);
  return as && { rival: b, as };
}

function situationOf(a: Resource, b: Resource, index: ResourceIndex): Clash['as'] | undefined {
  if (HASHED.has(a.type) && HASHED.has(b.type)) {
    return a.type === 'argoproj.io/Rollout' || b.type === 'argoproj.io/Rollout' ? 'doubled' : 'default';
  }
  if (a.type === 'core/Pod' || b.type === 'core/Pod')
    return ADOPTING.has(a.type) || ADOPTING.has(b.type) ? 'default' : undefined;
  if (a.type === 'apps/DaemonSet' || b.type === 'apps/DaemonSet') return 'default';
  if (ADOPTING.has(a.type) && ADOPTING.has(b.type)) return 'default';
  return adopts(a, b, index) || adopts(b, a, index) ? 'adopted' : undefined;
}

/** A Deployment or Rollout takes a ReplicaSet without owner for an old revision when the ReplicaSet's own labels match. */
function adopts(owner: Resource, replicaSet: Resource, index: ResourceIndex): boolean {
  if (!HASHED.has(owner.type) || replicaSet.type !== 'apps/ReplicaSet') return false;
  const selector = index.selectorOf(owner);
  const labels = replicaSet.root.at('metadata').at('labels').value;
  return selector !== undefined && labels !== undefined && matches(selector, labels as Labels);
}

function isSame(a: Resource, b: Resource): boolean {
  return a.type === b.type && a.name === b.name;
}

function isOwned(resource: Resource): boolean {
  return resource.root.at('metadata').at('ownerReferences').items().length > 0;
}

function isDeliberatePair(a: Resource, b: Resource, index: ResourceIndex): boolean {
  const [first] = index.podsRunBy(a);
  const [second] = index.podsRunBy(b);
  return first !== undefined && second !== undefined && areTracks(first.labels, second.labels);
}

function placeOf(resource: Resource) {
  return resource.type === 'core/Pod'
    ? resource.root.at('metadata').at('labels')
    : resource.root.at('spec').at('selector');
}

function harmOf(as: Clash['as'], a: Resource, b: Resource, index: ResourceIndex): string {
  if (as === 'adopted') {
    const [owner, replicaSet] = HASHED.has(a.type) ? [a, b] : [b, a];
    return `select the same pods: ${owner.title} adopts ${replicaSet.title} as an old revision and scales it to 0`;
  }
  if (a.type === 'core/Pod' || b.type === 'core/Pod') {
    const [owner, pod] = a.type === 'core/Pod' ? [b, a] : [a, b];
    return `select the same pods: ${owner.title} adopts ${pod.title}, which nothing owns, as one of its replicas`;
  }
  const shared = sharedBy(index.podsRunBy(a), index.podsRunBy(b), index);
  const doubled =
    as === 'doubled' ? `run the same pods twice (${podCount(a)} + ${podCount(b)})` : 'select the same pods';
  const scaler = scalerOverBoth(a, b, index) ?? scalerOverBoth(b, a, index);
  const harms = [
    ...shared.services.map((service) => `${service.title} sends to both`),
    ...shared.budgets.map((budget) => `${budget.title} counts both`),
    ...(scaler ? [`${scaler.title} averages over both`] : []),
  ];
  return `${doubled}: ${harms.length > 0 ? harms.join(', ') : 'any Service, autoscaler or disruption budget over these labels takes in both'}`;
}

/** An autoscaler counts the pods that its target's selector matches. */
function scalerOverBoth(target: Resource, other: Resource, index: ResourceIndex): Resource | undefined {
  const takesIn = index.podsRunBy(other).some((pod) => index.selects(target, pod));
  return takesIn ? index.scalerOf(target) : undefined;
}

function podCount(resource: Resource): string {
  return String(replicasOf(resource) ?? '?');
}

function sharedBy(first: readonly Pod[], second: readonly Pod[], index: ResourceIndex) {
  const [one, other] = [first[0], second[0]];
  if (!one || !other) return { services: [], budgets: [] };
  const budgets = new Set(index.budgetsSelecting(other));
  return {
    services: firstFew(index.servicesSelecting(one), (service) => index.podsSelectedBy(service).has(other)),
    budgets: firstFew(index.budgetsSelecting(one), (budget) => budgets.has(budget)),
  };
}

const FEW = 2;

function firstFew<T>(candidates: readonly T[], wanted: (candidate: T) => boolean): T[] {
  const found: T[] = [];
  for (const candidate of candidates) {
    if (wanted(candidate)) found.push(candidate);
    if (found.length === FEW) break;
  }
  return found;
}
