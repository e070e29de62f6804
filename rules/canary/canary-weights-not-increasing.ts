import { type CanaryStep, canaryOf, canaryStepsOf, defineRule, offer, removeItem } from 'rollsafe';

export default defineRule({
  summary: 'Weights that do not increase',
  why: `
A canary usually gives the new version more with each \`setWeight\`. A lower weight takes users back from it in the middle of
the release, an equal one is a stage that changes nothing; both are mostly left over from moving steps around.

\`setWeight: 0\` between header routes, mirrors or experiments is a known pattern and isn't reported. Going down on purpose,
as in a load test, is a reason to ignore this advice.
`,
  severity: 'info',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/features/canary/index.md',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/replicaset/canary.go',
  ],
  examples: [
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  replicas: 10
  strategy:
    canary:
      steps:
        - setWeight: 40 # <-- related
        - pause: {duration: 10m}
        - setWeight: 20 # <-- info
        - pause: {duration: 10m}
        - setWeight: 20 # <-- info
        - pause: {duration: 10m}
        - setWeight: 0 # <-- info
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  replicas: 10
  strategy:
    canary:
      steps:
        - setWeight: 0
        - pause: {duration: 10m}
        - setWeight: 20
        - pause: {duration: 10m}
        - setWeight: 40
        - pause: {duration: 10m}
`,
    },
    // Routes that send to the new version by other means.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  strategy:
    canary:
      trafficRouting:
        istio: {virtualService: {name: checkout}}
        managedRoutes: [{name: testers}]
      steps:
        - setWeight: 5
        - pause: {}
        - setWeight: 0
        - setCanaryScale: {replicas: 1}
        - setHeaderRoute:
            name: testers
            match: [{headerName: X-Tester, headerValue: {exact: "yes"}}]
        - pause: {}
`,
    },
    // Weights that aren't known here, or that canary-step-invalid reports.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  strategy:
    canary:
      steps: [{setWeight: 40}, {setWeight: "20"}, {setWeight: 30}, {pause: {}}, {setWeight: -10}]
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(rollout, { report }) {
    const canary = canaryOf(rollout);
    if (!canary) return;
    const steps = canaryStepsOf(canary);
    const mayReturn = steps.some(sendsOtherwise);
    let before: CanaryStep | undefined;
    for (const step of steps) {
      if (!step.kinds.includes('setWeight')) continue;
      const [earlier, weight] = [before, step.weight];
      before = step;
      if (earlier?.weight === undefined || weight === undefined || weight < 0) continue;
      if (weight > earlier.weight || (weight === 0 && mayReturn)) continue;
      const { node, number } = earlier;
      report({
        at: step.node.at('setWeight'),
        message:
          weight === earlier.weight
            ? `setWeight ${weight} changes nothing: step ${number} has set it before`
            : `setWeight ${weight} takes requests back from the new version, which had weight ${earlier.weight} in step ${number}`,
        related: [{ at: node.at('setWeight'), message: 'the weight before' }],
        fixes:
          weight === earlier.weight && step.node.fields().length === 1
            ? offer('suggestion', 'Remove the step', removeItem(step.node))
            : [],
      });
    }
  },
});

function sendsOtherwise({ kinds }: CanaryStep): boolean {
  return ['setHeaderRoute', 'setMirrorRoute', 'experiment'].some((kind) => kinds.some((set) => set === kind));
}
