import { defineRule, type Fix, type Node, offer, podsOf, type Resource, removeEntry } from 'rollsafe';

export default defineRule({
  summary: 'Fields that the cluster writes, in a manifest',
  why: `
What \`kubectl get -o yaml\` or \`kubectl edit\` shows is the manifest *and* what the cluster wrote into it. Applied again,
some of it is ignored and some of it isn't: a \`resourceVersion\` makes the request fail with a conflict as soon as anybody
else changes the object, a \`uid\` when the object is made anew, a revision annotation confuses the history, a
\`pod-template-hash\` belongs to one ReplicaSet of the past. A \`restartedAt\` restarts every pod when it arrives or goes.
And each diff shows numbers that nobody changed.

Keep what a person decided. The fix takes out what the server owns: \`status\`, \`managedFields\`, \`uid\`,
\`resourceVersion\`, \`generation\`, \`creationTimestamp\`, \`selfLink\`. The rest has to be looked at: taking a label or
annotation from a pod template is a rollout.

Not reported: an export of a cluster with the objects that its controllers made, \`creationTimestamp: null\` and empty
\`status\` as code generators write them, a \`clusterIP\` that may be a choice, and the \`status\` of custom objects that
show no other trace of a cluster.
`,
  severity: 'info',
  references: [
    'https://kubernetes.io/docs/concepts/overview/working-with-objects/#object-spec-and-status',
    'https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/staging/src/k8s.io/kubectl/pkg/polymorphichelpers/objectrestarter.go',
  ],
  examples: [
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  uid: 0f1c2d3e-0000-4000-8000-000000000001 # <-- info
  resourceVersion: "4711"
  generation: 3
  creationTimestamp: "2024-01-31T10:00:00Z"
  selfLink: /apis/apps/v1/namespaces/shop/deployments/web
  labels: {app: web}
  managedFields:
    - manager: kubectl
      operation: Update
spec:
  replicas: 3
status:
  readyReplicas: 3
`,
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels: {app: web}
spec:
  replicas: 3
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: basket, generation: 12, annotations: {rollout.argoproj.io/revision: "7"}} # <-- info
spec:
  template:
    metadata:
      labels: {app: basket, rollouts-pod-template-hash: 5d8f7c6b44}
      annotations: {kubectl.kubernetes.io/restartedAt: "2024-01-31T10:00:00Z"}
`,
      fixed: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: basket, annotations: {rollout.argoproj.io/revision: "7"}}
spec:
  template:
    metadata:
      labels: {app: basket, rollouts-pod-template-hash: 5d8f7c6b44}
      annotations: {kubectl.kubernetes.io/restartedAt: "2024-01-31T10:00:00Z"}
`,
    },
    {
      bad: `
apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: Service
    metadata:
      name: web
      annotations:
        kubectl.kubernetes.io/last-applied-configuration: '{}' # <-- info
    spec:
      clusterIP: 10.96.0.17
      clusterIPs: [10.96.0.17]
      ports: [{port: 80}]
  - apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: web
      annotations: {deployment.kubernetes.io/revision: "4"} # <-- info
  - apiVersion: example.com/v1
    kind: Database
    metadata: {name: orders, resourceVersion: "12"} # <-- info
    status: {phase: Running}
`,
      fixed: `
apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: Service
    metadata:
      name: web
      annotations:
        kubectl.kubernetes.io/last-applied-configuration: '{}'
    spec:
      clusterIP: 10.96.0.17
      clusterIPs: [10.96.0.17]
      ports: [{port: 80}]
  - apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: web
      annotations: {deployment.kubernetes.io/revision: "4"}
  - apiVersion: example.com/v1
    kind: Database
    metadata: {name: orders}
`,
    },
    // As code generators write them.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  creationTimestamp: null
  name: web
spec:
  template:
    metadata:
      creationTimestamp: null
status: {}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: databases.example.com
status:
  acceptedNames: {kind: "", plural: ""}
  conditions: []
  storedVersions: []
`,
    },
    // A headless Service, and an address that somebody chose.
    {
      good: `
apiVersion: v1
kind: Service
metadata:
  name: peers
spec:
  clusterIP: None
  clusterIPs: [None]
---
apiVersion: v1
kind: Service
metadata:
  name: kube-dns
spec:
  clusterIP: 10.96.0.10
`,
    },
    // To a custom object a status may be a field like any other.
    {
      good: `
apiVersion: kpt.dev/v1
kind: Kptfile
metadata: {name: web}
status: {conditions: [{type: Rendered, status: "True"}]}
`,
    },
    // An export to be looked at: nobody applies what controllers make.
    {
      good: `
apiVersion: v1
kind: List
items:
  - apiVersion: apps/v1
    kind: Deployment
    metadata: {name: web, uid: 0f1c2d3e-0000-4000-8000-000000000001}
    status: {readyReplicas: 3}
  - apiVersion: apps/v1
    kind: ReplicaSet
    metadata:
      name: web-5d8f7c6b44
      uid: 0f1c2d3e-0000-4000-8000-000000000002
      ownerReferences:
        - {apiVersion: apps/v1, kind: Deployment, name: web, uid: 0f1c2d3e-0000-4000-8000-000000000001}
    status: {readyReplicas: 3}
`,
    },
  ],
  resource(object, { index, report }) {
    const owned = serverFields(object);
    const left = leftovers(object);
    const found = [...owned, ...left].sort((a, b) => a.node.span.start - b.node.span.start);
    const [first] = found;
    if (!first || index.isLiveExport(object)) return;
    report({
      at: first.node,
      message: `${object.title} holds what a cluster wrote into it: ${found.map(({ name }) => name).join(', ')}`,
      fixes: [...fixesOf(owned), ...(left.length > 0 ? suggestionsOf(found) : [])],
    });
  },
});

interface LiveField {
  readonly name: string;
  readonly node: Node;
}

const SERVER_METADATA = [
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'managedFields',
  'selfLink',
];
const LIVE_ANNOTATIONS = [
  'kubectl.kubernetes.io/last-applied-configuration',
  'deployment.kubernetes.io/revision',
  'rollout.argoproj.io/revision',
];
const HASH_LABELS = ['pod-template-hash', 'rollouts-pod-template-hash'];
const RESTARTED_AT = 'kubectl.kubernetes.io/restartedAt';

/** Groups whose objects have a status that the API server keeps apart from the rest. */
const STATUS_GROUP = /^(?:core|apps|batch|autoscaling|policy|extensions|argoproj\.io|[a-z.]+\.k8s\.io)\//;

/** What the server owns, so that taking it out changes nothing. */
function serverFields(object: Resource): LiveField[] {
  const root = object.root as Node;
  const metadata = pick(root.at('metadata'), SERVER_METADATA);
  const status = root.at('status');
  const isStatus = isFilled(status.value) && (STATUS_GROUP.test(object.type) || metadata.length > 0);
  return isStatus ? [...metadata, { name: 'status', node: status }] : metadata;
}

/** What controllers and commands wrote, which somebody has to look at. */
function leftovers(object: Resource): LiveField[] {
  const metadata = (object.root as Node).at('metadata');
  const templates = podsOf(object)
    .map((pod) => pod.metadata as Node)
    .filter((template) => template.path !== metadata.path);
  return [
    ...pick(metadata.at('annotations'), LIVE_ANNOTATIONS),
    ...pick(metadata.at('labels'), HASH_LABELS),
    ...templates.flatMap((template) => [
      ...pick(template.at('labels'), HASH_LABELS),
      ...pick(template.at('annotations'), [RESTARTED_AT]),
    ]),
    ...assignedAddresses(object),
  ];
}

/** `clusterIPs`, which people leave to the server; a lone `clusterIP` may be a choice. */
function assignedAddresses(object: Resource): LiveField[] {
  if (object.type !== 'core/Service') return [];
  const addresses = (object.root as Node).at('spec').at('clusterIPs');
  const written = (addresses.items() as Node[]).some(
    (address) => address.string() && address.string() !== 'None',
  );
  return written ? [{ name: 'clusterIPs', node: addresses }] : [];
}

function pick(map: Node, keys: readonly string[]): LiveField[] {
  return keys.map((name) => ({ name, node: map.at(name) })).filter(({ node }) => isFilled(node.value));
}

/** Whether there is anything but empty texts, lists and maps in a value. */
function isFilled(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isFilled);
  return value !== undefined && value !== null && value !== '';
}

function fixesOf(fields: readonly LiveField[]): Fix[] {
  const edits = fields.flatMap(({ node }) => removeEntry(node) ?? []);
  return offer('safe', 'Take out what the server owns', ...edits);
}

/** A hash among the labels may stand in a selector too. */
function suggestionsOf(fields: readonly LiveField[]): Fix[] {
  if (fields.some(({ name }) => HASH_LABELS.includes(name))) return [];
  return offer(
    'suggestion',
    'Take out all that the cluster wrote',
    ...fields.map(({ node }) => removeEntry(node)),
  );
}
