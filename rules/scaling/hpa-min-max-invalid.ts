import { defineRule, offer, setValue } from 'rollsafe';

export default defineRule({
  summary: 'An autoscaler whose bounds are refused',
  why: `
The API server refuses a HorizontalPodAutoscaler whose \`minReplicas\` (1 when left out) is above its \`maxReplicas\`, and one
with a bound below 1. Nothing is created or changed then, so the workload stays at the count it had.

A minimum of 0 needs the feature gate HPAScaleToZero, and an \`Object\` or \`External\` metric that can wake the workload up
again; where there is one, the rule leaves it to the cluster.
`,
  severity: 'error',
  references: [
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/apis/autoscaling/validation/validation.go',
    'https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/horizontal-pod-autoscaler-v2/',
  ],
  examples: [
    {
      bad: `
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: checkout
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: checkout}
  minReplicas: 10 # <-- error
  maxReplicas: 4 # <-- related
`,
      good: `
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: checkout
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: checkout}
  minReplicas: 4
  maxReplicas: 10
`,
    },
    // The minimum is 1 when left out.
    {
      bad: `
apiVersion: autoscaling/v1
kind: HorizontalPodAutoscaler
metadata: {name: checkout}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: checkout}
  maxReplicas: 0 # <-- error
`,
      good: `
apiVersion: autoscaling/v1
kind: HorizontalPodAutoscaler
metadata: {name: checkout}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: checkout}
  maxReplicas: 1
`,
    },
    // Nothing would wake it up: a pod that isn't there uses no cpu.
    {
      bad: `
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: basket}
spec:
  scaleTargetRef: {apiVersion: argoproj.io/v1alpha1, kind: Rollout, name: basket}
  minReplicas: 0 # <-- error
  maxReplicas: 4
  metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 70}}}]
`,
      good: `
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: basket}
spec:
  scaleTargetRef: {apiVersion: argoproj.io/v1alpha1, kind: Rollout, name: basket}
  minReplicas: 0
  maxReplicas: 4
  metrics: [{type: External, external: {metric: {name: orders}, target: {type: AverageValue, averageValue: 30}}}]
`,
    },
    {
      bad: `
apiVersion: v1
kind: List
items:
  - apiVersion: autoscaling/v2
    kind: HorizontalPodAutoscaler
    metadata: {name: checkout}
    spec:
      minReplicas: -1 # <-- error
      maxReplicas: 4
`,
    },
    // A fixed count, and counts that aren't known here.
    {
      good: `
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: fixed}
spec: {minReplicas: 3, maxReplicas: 3}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: typed}
spec: {minReplicas: "10", maxReplicas: 4}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: filled-in}
spec: {minReplicas: 10, maxReplicas: "$(MAX)"}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: unbounded}
spec: {minReplicas: 10}
`,
    },
  ],
  kinds: ['autoscaling/HorizontalPodAutoscaler'],
  resource(scaler, { report }) {
    const spec = scaler.root.at('spec');
    const [least, most] = [spec.at('minReplicas'), spec.at('maxReplicas')];
    const [minimum, maximum] = [least.exists ? least.integer() : 1, most.integer()];
    const wakes = spec
      .at('metrics')
      .items()
      .some((metric) => ['Object', 'External'].includes(metric.at('type').string() ?? ''));
    if (maximum !== undefined && maximum < 1) {
      report({ at: most, message: `${scaler.title} is refused: maxReplicas ${maximum} is below 1` });
    } else if (minimum !== undefined && (minimum < 0 || (minimum === 0 && !wakes))) {
      const why = minimum === 0 ? ', and no Object or External metric could wake the pods up' : '';
      report({
        at: least,
        message: `${scaler.title} is refused: minReplicas ${minimum} is below 1${why}`,
        fixes: offer('suggestion', 'Set minReplicas: 1', setValue(least, 1)),
      });
    } else if (minimum !== undefined && maximum !== undefined && minimum > maximum) {
      report({
        at: least,
        message: `${scaler.title} is refused: minReplicas ${minimum} is above maxReplicas ${maximum}`,
        related: [{ at: most, message: `at most ${maximum}` }],
        fixes: [
          ...offer('suggestion', `Set maxReplicas: ${minimum}`, setValue(most, minimum)),
          ...offer('suggestion', `Set minReplicas: ${maximum}`, setValue(least, maximum)),
        ],
      });
    }
  },
});
