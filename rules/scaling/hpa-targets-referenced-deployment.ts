import { defineRule, offer, SCALERS, scaleTargetOf, setValues } from 'rollsafe';

export default defineRule({
  summary: 'An autoscaler on the Deployment that a Rollout only takes its template from',
  why: `
With \`workloadRef\` the Rollout runs the pods; the Deployment stays behind as a template, at 0 replicas once the migration
is over. An autoscaler that still names the Deployment never scales the Rollout: at 0 replicas it is disabled, and above
0 it scales up the pods that the migration took out of use.

Let \`scaleTargetRef\` name the Rollout: \`apiVersion: argoproj.io/v1alpha1\`, \`kind: Rollout\`.
`,
  severity: 'error',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/features/hpa-support.md',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/migrating.md',
  ],
  examples: [
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata: {name: basket}
spec:
  replicas: 0
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: basket-canary}
spec:
  replicas: 4
  workloadRef: # <-- related
    apiVersion: apps/v1
    kind: Deployment
    name: basket
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: basket}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: basket # <-- error
  maxReplicas: 8
`,
      good: `
apiVersion: apps/v1
kind: Deployment
metadata: {name: basket}
spec:
  replicas: 0
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: basket-canary}
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: basket}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: basket}
spec:
  scaleTargetRef: {apiVersion: argoproj.io/v1alpha1, kind: Rollout, name: basket-canary}
  maxReplicas: 8
`,
      fixed: `
apiVersion: apps/v1
kind: Deployment
metadata: {name: basket}
spec:
  replicas: 0
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: basket-canary}
spec:
  replicas: 4
  workloadRef:
    apiVersion: apps/v1
    kind: Deployment
    name: basket
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: basket}
spec:
  scaleTargetRef:
    apiVersion: argoproj.io/v1alpha1
    kind: Rollout
    name: basket-canary
  maxReplicas: 8
`,
    },
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata: {name: mailer}
spec:
  replicas: 2
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: mailer}
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: mailer}
---
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata: {name: mailer}
spec:
  scaleTargetRef: {name: mailer} # <-- error
`,
      fixed: `
apiVersion: apps/v1
kind: Deployment
metadata: {name: mailer}
spec:
  replicas: 2
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: mailer}
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: mailer}
---
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata: {name: mailer}
spec:
  scaleTargetRef: {name: mailer, apiVersion: argoproj.io/v1alpha1, kind: Rollout}
`,
    },
    // No Rollout refers to it, or one of another namespace.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata: {name: basket, namespace: shop}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: basket, namespace: office}
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: basket}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: other, namespace: shop}
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: other}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: basket, namespace: shop}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: basket}
  maxReplicas: 8
`,
    },
  ],
  kinds: SCALERS,
  resource(scaler, { index, report }) {
    const target = scaleTargetOf(scaler);
    const [deployment] = target ? index.find(target, scaler) : [];
    const [rollout] = deployment ? index.rolloutsReferencing(deployment) : [];
    if (!deployment || !rollout) return;
    const replicas = deployment.root.at('spec').at('replicas').integer();
    const fate = replicas === 0 ? 'stays disabled while that is at 0 replicas' : 'scales the pods beside it';
    report({
      at: scaler.root.at('spec').at('scaleTargetRef').at('name'),
      message: `${scaler.title} never scales ${rollout.title}: it names the ${deployment.title} that the Rollout refers to, and ${fate}`,
      related: [{ at: rollout.root.at('spec').at('workloadRef'), message: `${rollout.title} runs the pods` }],
      fixes: offer(
        'unsafe',
        `Scale ${rollout.title}`,
        ...setValues(scaler.root.at('spec').at('scaleTargetRef'), {
          apiVersion: rollout.apiVersion,
          kind: rollout.kind,
          name: rollout.name ?? '',
        }),
      ),
    });
  },
});
