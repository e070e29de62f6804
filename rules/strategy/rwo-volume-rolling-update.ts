import {
  type Claim,
  defineRule,
  exclusiveClaimsOf,
  type Node,
  offer,
  toRecreate,
  updateOverlapOf,
} from 'rollsafe';

export default defineRule({
  summary: 'A rolling update over a volume that only one node, or one pod, can have',
  why: `
A \`ReadWriteOnce\` claim is attached to one node at a time, a \`ReadWriteOncePod\` claim belongs to one pod. An update that
starts a new pod beside the old ones asks for it a second time: on another node the new pod waits for a volume that the old
pod keeps ("Multi-Attach error"), and the old pod is kept until the new one is ready. The update stands still until its
deadline. On the same node both pods write to the same files.

For one replica write \`type: Recreate\` (in a Rollout \`maxSurge: 0\` and \`maxUnavailable: 1\` of a plain canary); several
pods want a \`ReadWriteMany\` claim, or a StatefulSet that gives each pod its own.

Reported is a surge of 1 or more while no old pod may go first, blueGreen and traffic routing in a Rollout, and only claims
that are here. Fine to ignore on a cluster of one node. Not reported: pods that are bound to one node by \`nodeName\`,
\`nodeSelector\` on its hostname or a required affinity to pods of the same host; \`ReadWriteOncePod\` is reported even there.
`,
  severity: 'warning',
  references: [
    'https://kubernetes.io/docs/concepts/storage/persistent-volumes/#access-modes',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/controller/deployment/util/deployment_util.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/replicaset.go',
  ],
  examples: [
    // The defaults, with one replica.
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: wiki
spec:
  replicas: 1
  selector:
    matchLabels: {app: wiki}
  template:
    metadata:
      labels: {app: wiki}
    spec:
      volumes:
        - name: data
          persistentVolumeClaim:
            claimName: wiki-data # <-- warning
      containers:
        - name: wiki
          image: registry.example.com/wiki:1.4.0
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: wiki-data
spec:
  accessModes: [ReadWriteOnce] # <-- related
  resources: {requests: {storage: 5Gi}}
`,
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: wiki
spec:
  replicas: 1
  strategy: {type: Recreate}
  selector:
    matchLabels: {app: wiki}
  template:
    metadata:
      labels: {app: wiki}
    spec:
      volumes:
        - name: data
          persistentVolumeClaim:
            claimName: wiki-data
      containers:
        - name: wiki
          image: registry.example.com/wiki:1.4.0
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: wiki-data
spec:
  accessModes: [ReadWriteOnce]
  resources: {requests: {storage: 5Gi}}
`,
    },
    // Rollouts: a canary that surges, blueGreen, traffic routing, and the template of another workload.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: canary
spec:
  replicas: 3
  strategy:
    canary: {maxSurge: 1, maxUnavailable: 0}
  template: &template
    metadata:
      labels: {app: wiki}
    spec:
      volumes: [{name: data, persistentVolumeClaim: {claimName: wiki-data}}] # <-- warning
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: blue-green
spec:
  strategy:
    blueGreen: {activeService: wiki}
  template:
    spec:
      volumes: [{name: data, persistentVolumeClaim: {claimName: wiki-data}}] # <-- warning
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: routed
spec:
  strategy:
    canary: {maxSurge: 0, maxUnavailable: 1, trafficRouting: {nginx: {stableIngress: wiki}}}
  template:
    spec:
      volumes: [{name: data, persistentVolumeClaim: {claimName: wiki-data}}] # <-- warning
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: borrower
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: lender} # <-- warning
  strategy: {canary: {}}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: lender
spec:
  replicas: 1
  template:
    spec:
      volumes: [{name: data, persistentVolumeClaim: {claimName: wiki-data}}] # <-- related
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: wiki-data
spec:
  accessModes:
    - ReadWriteOnce
`,
    },
    // Only one pod of the cluster: the same node doesn't help.
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ledger
spec:
  template:
    spec:
      nodeSelector: {kubernetes.io/hostname: node-1}
      volumes:
        - name: data
          persistentVolumeClaim: {claimName: ledger} # <-- warning
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: ledger
spec:
  accessModes: [ReadWriteOncePod]
`,
    },
    // Several pods may have it, and claims that aren't here or don't tell.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: player
spec:
  replicas: 2
  template:
    spec:
      volumes:
        - {name: media, persistentVolumeClaim: {claimName: media}}
        - {name: pages, persistentVolumeClaim: {claimName: pages}}
        - {name: elsewhere, persistentVolumeClaim: {claimName: elsewhere}}
        - {name: unknown, persistentVolumeClaim: {claimName: unknown}}
        - {name: scratch, ephemeral: {volumeClaimTemplate: {spec: {accessModes: [ReadWriteOnce]}}}}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: media
spec:
  accessModes: [ReadWriteMany]
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: pages
spec:
  accessModes: [ReadWriteOnce, ReadOnlyMany]
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: unknown
spec:
  accessModes: ["\${MODE}"]
`,
    },
    // An old pod goes first, nothing is updated, and a StatefulSet has no surge.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: old-first
spec:
  strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 1}}
  template: {spec: {volumes: [{name: data, persistentVolumeClaim: {claimName: wiki-data}}]}}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: both
spec:
  strategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 1}}
  template: {spec: {volumes: [{name: data, persistentVolumeClaim: {claimName: wiki-data}}]}}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: asleep
spec:
  replicas: 0
  template: {spec: {volumes: [{name: data, persistentVolumeClaim: {claimName: wiki-data}}]}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: canary
spec:
  strategy: {canary: {maxSurge: "0", maxUnavailable: 1}}
  template: {spec: {volumes: [{name: data, persistentVolumeClaim: {claimName: wiki-data}}]}}
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: single
spec:
  template: {spec: {volumes: [{name: data, persistentVolumeClaim: {claimName: wiki-data}}]}}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: wiki-data
spec:
  accessModes: [ReadWriteOnce]
`,
    },
    // All pods are on one node anyway.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: by-name
spec:
  template:
    spec:
      nodeName: node-1
      volumes: [{name: data, persistentVolumeClaim: {claimName: wiki-data}}]
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: by-label
spec:
  template:
    spec:
      nodeSelector: {kubernetes.io/hostname: node-1}
      volumes: [{name: data, persistentVolumeClaim: {claimName: wiki-data}}]
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: by-affinity
spec:
  template:
    spec:
      affinity:
        podAffinity:
          requiredDuringSchedulingIgnoredDuringExecution:
            - topologyKey: kubernetes.io/hostname
              labelSelector: {matchLabels: {app: wiki}}
      volumes: [{name: data, persistentVolumeClaim: {claimName: wiki-data}}]
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: wiki-data
spec:
  accessModes: [ReadWriteOnce]
`,
    },
  ],
  kinds: ['apps/Deployment', 'argoproj.io/Rollout'],
  resource(workload, { index, report }) {
    const range = index.replicaRangeOf(workload);
    const overlap = range && updateOverlapOf(workload, range.least);
    if (!overlap || index.rolloutsReferencing(workload).length > 0) return;
    for (const pod of index.podsRunBy(workload)) {
      const borrowed = pod.resource !== workload;
      for (const claim of exclusiveClaimsOf(pod, index)) {
        report({
          at: borrowed ? workload.root.at('spec').at('workloadRef') : claim.name,
          message: `a new pod waits for claim "${claim.name.string()}" while ${holderOf(claim)} keeps it, and the update stands still: ${overlap}`,
          related: [
            ...(borrowed ? [{ at: claim.name, message: 'the claim is mounted here' }] : []),
            ...modesOf(claim),
          ],
          fixes:
            range.most === 1 && workload.type === 'apps/Deployment'
              ? offer('suggestion', 'Set type: Recreate', ...toRecreate(workload))
              : [],
        });
      }
    }
  },
});

function holderOf({ reach }: Claim): string {
  return reach === 'pod' ? 'the old one (ReadWriteOncePod)' : 'the old one on another node (ReadWriteOnce)';
}

function modesOf({ resource }: Claim): { at: Node<unknown>; message: string }[] {
  if (!resource) return [];
  return [
    { at: resource.root.at('spec').at('accessModes'), message: `the access modes of ${resource.title}` },
  ];
}
