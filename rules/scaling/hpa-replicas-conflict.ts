import { defineRule, offer, removeEntry, replicasOf } from 'rollsafe';

export default defineRule({
  summary: 'A replica count in the manifest of a workload that an autoscaler scales',
  why: `
An autoscaler writes \`spec.replicas\`. When the manifest says it too, each apply, Helm upgrade and sync puts the count of
the manifest back: in the middle of a peak the pods above it are stopped, and come back only as fast as the autoscaler
allows.

Leave \`replicas\` out of the manifest (in a chart, write it only where autoscaling is off). Mind the first apply without
it: kubectl's client-side apply takes the field away and the API server sets it to 1 once, so first drop the field from
the last-applied annotation with \`kubectl apply edit-last-applied\`, or change over to server-side apply.

It is fine to ignore when the deployment tool is told to leave the field alone, such as \`ignoreDifferences\` of Argo CD
with \`RespectIgnoreDifferences\`. Not reported: \`replicas: 0\`, with which the autoscaler is off until somebody scales up.
`,
  severity: 'warning',
  references: [
    'https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/#migrating-deployments-and-statefulsets-to-horizontal-autoscaling',
    'https://keda.sh/docs/latest/reference/scaledobject-spec/',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/features/hpa-support.md',
  ],
  examples: [
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
spec:
  replicas: 3 # <-- warning
  selector:
    matchLabels: {app: checkout}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: checkout
spec:
  scaleTargetRef: # <-- related
    apiVersion: apps/v1
    kind: Deployment
    name: checkout
  minReplicas: 3
  maxReplicas: 12
`,
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
spec:
  selector:
    matchLabels: {app: checkout}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: checkout
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: checkout
  minReplicas: 3
  maxReplicas: 12
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  replicas: 4 # <-- warning
  strategy: {canary: {steps: [{setWeight: 25}, {pause: {}}]}}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: basket
spec:
  scaleTargetRef: {apiVersion: argoproj.io/v1alpha1, kind: Rollout, name: basket}
  maxReplicas: 10
`,
      fixed: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  strategy: {canary: {steps: [{setWeight: 25}, {pause: {}}]}}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: basket
spec:
  scaleTargetRef: {apiVersion: argoproj.io/v1alpha1, kind: Rollout, name: basket}
  maxReplicas: 10
`,
    },
    // KEDA makes an autoscaler of it.
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: mailer
spec:
  replicas: 1 # <-- warning
---
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata:
  name: mailer
spec:
  scaleTargetRef: {name: mailer}
  triggers: [{type: rabbitmq, metadata: {queueName: mails}}]
`,
      fixed: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: mailer
spec: {}
---
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata:
  name: mailer
spec:
  scaleTargetRef: {name: mailer}
  triggers: [{type: rabbitmq, metadata: {queueName: mails}}]
`,
    },
    {
      bad: `
{
  "apiVersion": "v1",
  "kind": "List",
  "items": [
    {
      "apiVersion": "apps/v1", "kind": "StatefulSet", "metadata": {"name": "cache"},
      "spec": {
        "replicas": 2 # <-- warning
      }
    },
    {
      "apiVersion": "autoscaling/v1", "kind": "HorizontalPodAutoscaler", "metadata": {"name": "cache"},
      "spec": {"scaleTargetRef": {"apiVersion": "apps/v1", "kind": "StatefulSet", "name": "cache"}, "maxReplicas": 5}
    }
  ]
}
`,
      fixed: `
{
  "apiVersion": "v1",
  "kind": "List",
  "items": [
    {
      "apiVersion": "apps/v1", "kind": "StatefulSet", "metadata": {"name": "cache"},
      "spec": {}
    },
    {
      "apiVersion": "autoscaling/v1", "kind": "HorizontalPodAutoscaler", "metadata": {"name": "cache"},
      "spec": {"scaleTargetRef": {"apiVersion": "apps/v1", "kind": "StatefulSet", "name": "cache"}, "maxReplicas": 5}
    }
  ]
}
`,
    },
    // Switched off on purpose.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
spec:
  replicas: 0
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: checkout
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: checkout}
  maxReplicas: 12
`,
    },
    // Another namespace, another name, another kind: it scales something else.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata: {name: checkout, namespace: shop}
spec:
  replicas: 3
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: checkout, namespace: office}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: checkout}
  maxReplicas: 12
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: api, namespace: shop}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: api}
  maxReplicas: 12
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: rollout, namespace: shop}
spec:
  scaleTargetRef: {apiVersion: argoproj.io/v1alpha1, kind: Rollout, name: checkout}
  maxReplicas: 12
`,
    },
    // The autoscaler should scale the Rollout: hpa-targets-referenced-deployment speaks about that.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata: {name: basket}
spec:
  replicas: 2
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: basket}
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: basket}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: basket}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: basket}
  maxReplicas: 10
`,
    },
    // In another folder there is a namesake with an autoscaler of its own, which scales that one.
    {
      good: {
        files: {
          'a/checkout.yaml':
            'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: checkout}\nspec: {replicas: 3}\n',
          'b/checkout.yaml': 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: checkout}\n',
          'b/hpa.yaml':
            'apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: checkout}\nspec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: checkout}, maxReplicas: 12}\n',
        },
      },
      bad: {
        files: {
          'base/checkout.yaml':
            'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: checkout}\nspec:\n  replicas: 3 # <--\n',
          'prod/hpa.yaml':
            'apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: checkout}\nspec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: checkout}, maxReplicas: 12}\n',
        },
      },
      fixed: {
        files: {
          'base/checkout.yaml':
            'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: checkout}\nspec: {}\n',
          'prod/hpa.yaml':
            'apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: checkout}\nspec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: checkout}, maxReplicas: 12}\n',
        },
      },
    },
    // An export of a cluster shows what the autoscaler wrote.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
  uid: 0b0f0c9e-8a5f-4c1c-9b3a-1f4f6b1c2d3e
spec:
  replicas: 5
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: checkout
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: checkout}
  maxReplicas: 12
`,
    },
  ],
  kinds: [
    'apps/Deployment',
    'apps/StatefulSet',
    'apps/ReplicaSet',
    'core/ReplicationController',
    'argoproj.io/Rollout',
  ],
  resource(workload, { index, report }) {
    const replicas = workload.root.at('spec').at('replicas');
    const scaler = index.scalerOf(workload);
    if (!replicas.exists || !replicasOf(workload) || !scaler) return;
    if (workload.isLive || index.rolloutsReferencing(workload).length > 0) return;
    report({
      at: replicas,
      message: `each apply sets ${workload.title} back to ${replicasOf(workload)}, whatever ${scaler.title} has scaled it to`,
      related: [{ at: scaler.root.at('spec').at('scaleTargetRef'), message: `scales ${workload.title}` }],
      fixes: offer('unsafe', 'Remove replicas', removeEntry(replicas)),
    });
  },
});
