import { defineRule, type Node, podsOf, type Resource } from 'rollsafe';

export default defineRule({
  summary: 'Pods that nothing updates and nothing can take back',
  why: `
A bare Pod is bound to its node: when the node goes, nothing starts it elsewhere, and a new image means to delete the Pod
first and hope. A ReplicaSet or ReplicationController replaces lost pods, but a change of its template reaches only pods
that come later, so the versions mix, and no revision is kept to return to.

Write a Deployment (a StatefulSet, a DaemonSet, a Rollout): it makes the ReplicaSets itself, one for each version. For
work that ends, write a Job.

Not reported: hooks and tests of Helm and Argo CD, pods that end by themselves, static pods of a node, objects that a
controller owns, and the template of a Rollout's \`workloadRef\`.
`,
  severity: 'info',
  references: [
    'https://kubernetes.io/docs/concepts/configuration/overview/#naked-pods-vs-replicasets-deployments-and-jobs',
    'https://kubernetes.io/docs/concepts/workloads/controllers/replicaset/#alternatives-to-replicaset',
  ],
  examples: [
    {
      bad: `
apiVersion: v1
kind: Pod # <-- info
metadata:
  name: web
spec:
  containers:
    - name: web
      image: registry.example.com/web:1.4.0
`,
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
        - name: web
          image: registry.example.com/web:1.4.0
`,
    },
    {
      bad: `
apiVersion: v1
kind: List
items:
  - kind: ReplicaSet # <-- info
    apiVersion: apps/v1
    metadata: {name: web}
    spec: {replicas: 3}
  - kind: ReplicationController # <-- info
    apiVersion: v1
    metadata: {name: old}
    spec: {replicas: 3}
`,
    },
    // Hooks and tests.
    {
      good: `
apiVersion: v1
kind: Pod
metadata:
  name: web-test
  annotations: {helm.sh/hook: test}
spec:
  containers: [{name: test, image: "registry.example.com/test:1.0.0"}]
---
apiVersion: v1
kind: Pod
metadata:
  name: check
  annotations: {argocd.argoproj.io/hook: PostSync}
spec:
  containers: [{name: check, image: "registry.example.com/test:1.0.0"}]
`,
    },
    // Work that ends.
    {
      good: `
apiVersion: v1
kind: Pod
metadata:
  name: once
spec:
  restartPolicy: Never
  containers: [{name: once, image: "registry.example.com/once:1.0.0"}]
---
apiVersion: v1
kind: Pod
metadata:
  name: until-it-works
spec:
  restartPolicy: OnFailure
  containers: [{name: once, image: "registry.example.com/once:1.0.0"}]
`,
    },
    // Static pods: the kubelet runs them from the node's own disk.
    {
      good: `
apiVersion: v1
kind: Pod
metadata:
  name: kube-apiserver
  namespace: kube-system
  labels: {component: kube-apiserver, tier: control-plane}
spec:
  hostNetwork: true
  containers: [{name: kube-apiserver, image: "registry.k8s.io/kube-apiserver:v1.28.0"}]
`,
    },
    {
      good: {
        files: {
          'node/etc/kubernetes/manifests/proxy.yaml':
            'apiVersion: v1\nkind: Pod\nmetadata: {name: proxy}\nspec: {containers: [{name: proxy, image: "proxy:1.0"}]}\n',
        },
      },
    },
    // Made by a controller; a template without a name, which other tools read.
    {
      good: `
apiVersion: apps/v1
kind: ReplicaSet
metadata:
  name: web-5d8f7c6b44
  ownerReferences: [{apiVersion: apps/v1, kind: Deployment, name: web, controller: true, uid: 0f1c}]
spec:
  replicas: 3
---
apiVersion: v1
kind: Pod
metadata:
  labels: {role: build-agent}
spec:
  containers: [{name: agent, image: "registry.example.com/agent:1.0.0"}]
`,
    },
    // The template of a Rollout.
    {
      good: `
apiVersion: apps/v1
kind: ReplicaSet
metadata:
  name: basket
spec:
  replicas: 0
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  workloadRef: {apiVersion: apps/v1, kind: ReplicaSet, name: basket}
  strategy: {canary: {}}
`,
    },
  ],
  kinds: ['core/Pod', 'apps/ReplicaSet', 'core/ReplicationController'],
  resource(workload, { index, report }) {
    if (workload.name === undefined || isHook(workload) || isStatic(workload) || hasOwner(workload)) return;
    if (podsOf(workload).some((pod) => pod.runsToCompletion)) return;
    if (index.rolloutsReferencing(workload).length > 0) return;
    const lack =
      workload.type === 'core/Pod'
        ? 'has no controller: a lost node takes it along, and a new version can only replace it by hand'
        : 'keeps no revisions: a changed template reaches only pods that come later, and there is no way back';
    report({ at: workload.root.at('kind'), message: `${workload.title} ${lack}` });
  },
});

function isHook(workload: Resource): boolean {
  return ['helm.sh/hook', 'argocd.argoproj.io/hook'].some((key) => workload.annotation(key).exists);
}

function hasOwner({ root }: Resource): boolean {
  return (root as Node).at('metadata').at('ownerReferences').items().length > 0;
}

const STATIC_FOLDER = /(?:^|\/)(?:etc\/kubernetes\/manifests|static-?pods?)\//;

/** Pods that the kubelet runs from files: by the folder, the label that kubeadm gives them, or its annotations. */
function isStatic(workload: Resource): boolean {
  const metadata = (workload.root as Node).at('metadata');
  return (
    STATIC_FOLDER.test(workload.source.path) ||
    metadata.at('labels').at('tier').string() === 'control-plane' ||
    metadata
      .at('annotations')
      .fields()
      .some(([key]) => key.startsWith('kubernetes.io/config.'))
  );
}
