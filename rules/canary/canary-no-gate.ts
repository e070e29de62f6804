import {
  type CanaryStep,
  canaryOf,
  canaryStepsOf,
  defineRule,
  type Fix,
  fullWeightOf,
  hasBackgroundAnalysis,
  insertItems,
  isCheck,
  type Node,
  offer,
} from 'rollsafe';

export default defineRule({
  summary: 'Canary stages that nothing holds',
  why: `
A \`setWeight\` is passed as soon as its pods are available. Only \`pause\`, \`analysis\`, \`experiment\` and \`plugin\` hold a rollout
or stop it, and an analysis in the background (\`canary.analysis\`) watches it. Steps with weights alone are a rolling update
with extra lines: a version that starts and then fails every request reaches everybody within a minute.

The rule speaks of steps without any of these, of the largest jump between two weights with nothing in between, and, as advice, of
a last weight that is followed by 100% at once. Put a pause or an analysis behind each weight that is to prove something.
\`minReadySeconds\` is no such check: it only looks at readiness. It is fine to ignore where another system promotes and
aborts from outside.
`,
  severity: { default: 'warning', final: 'info' },
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/canary.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/features/canary/index.md',
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
  minReadySeconds: 300
  strategy:
    canary:
      steps: # <-- warning
        - setWeight: 20
        - setWeight: 50
        - setWeight: 80
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
        - setWeight: 20
        - pause: {duration: 10m}
        - setWeight: 50
        - analysis: {templates: [{templateName: success-rate}]}
        - setWeight: 80
        - experiment: {templates: [{name: next, specRef: canary}]}
`,
    },
    // An approval before the first pod checks nothing.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  strategy:
    canary: {steps: [{pause: {}}, {setWeight: 50}, {setWeight: 100}]} # <-- warning
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  strategy:
    canary: {steps: [{pause: {}}, {setWeight: 50}, {pause: {}}, {setWeight: 100}]}
`,
    },
    // A stage that is skipped, and a last weight that is none.
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
        - setWeight: 10
        - setWeight: 60 # <-- warning
        - setWeight: 80
        - pause: {}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  replicas: 10
  strategy:
    canary:
      steps:
        - setWeight: 20
        - pause: {}
        - setWeight: 50 # <-- info
        - setWeight: 100
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
        - setWeight: 10
        - pause: {}
        - setWeight: 60
        - plugin: {name: argoproj-labs/checks}
        - setWeight: 80
        - pause: {}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  replicas: 10
  strategy:
    canary:
      steps: [{setWeight: 20}, {pause: {}}, {setWeight: 50}, {pause: {}}, {setWeight: 100}]
`,
    },
    // Watched in the background.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  replicas: 10
  strategy:
    canary:
      analysis:
        templates: [{templateName: success-rate}]
      steps: [{setWeight: 20}, {setWeight: 50}]
`,
    },
    // No steps is a rolling update; a pause without a value is canary-step-invalid.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  strategy:
    canary: {steps: []}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  strategy:
    canary:
      steps:
        - setWeight: 20
        - pause:
`,
    },
    // All traffic before the first check: canary-full-exposure-before-check.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  replicas: 10
  strategy:
    canary:
      steps: [{setWeight: 50}, {setWeight: 100}, {pause: {duration: 1h}}]
`,
    },
    // A weight that isn't known here, and one that goes back.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  replicas: 10
  strategy:
    canary:
      steps: [{setWeight: "$(FIRST)"}, {setWeight: 20}, {setWeight: 10}, {pause: {}}, {setWeight: "$(LAST)"}]
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(rollout, { report }) {
    const canary = canaryOf(rollout);
    if (!canary || hasBackgroundAnalysis(canary)) return;
    const steps = canaryStepsOf(canary);
    const full = fullWeightOf(canary);
    if (full === undefined || steps.some(({ kinds }) => kinds.length === 0)) return;
    if (!steps.some(isCheck)) {
      const weights = steps.filter(({ kinds }) => kinds.includes('setWeight'));
      if (weights.length === 0) return;
      report({
        at: canary.at('steps'),
        message: `nothing in ${steps.length === 1 ? 'the only step' : `the ${steps.length} steps`} waits or checks once new pods run: they get all requests as soon as they are available`,
        fixes: pausesBehind(
          weights.filter(({ weight = 0 }) => weight > 0 && weight < full).map(({ node }) => node),
        ),
      });
      return;
    }
    const jumps = jumpsOf(steps, full);
    const inner = jumps.filter(({ to }) => to < full);
    const [largest] = [...(inner.length > 0 ? inner : jumps)].sort((a, b) => b.to - b.from - (a.to - a.from));
    if (!largest) return;
    const { from, to } = largest;
    report({
      at: largest.at,
      ...(to === full && { as: 'final' }),
      message: `nothing waits or checks between weight ${from} and ${to}: the stage of ${from} ends as soon as its pods are available`,
      fixes: pausesBehind(jumps.map(({ behind }) => behind)),
    });
  },
});

interface Jump {
  readonly at: Node<unknown>;
  /** The step that it starts from. */
  readonly behind: Node<unknown>;
  readonly from: number;
  readonly to: number;
}

/** From one weight to a higher one, or from the last to everything, without a gate in between. */
function jumpsOf(steps: readonly CanaryStep[], full: number): Jump[] {
  const jumps: Jump[] = [];
  let last: CanaryStep | undefined;
  let isChecked = false;
  for (const step of steps) {
    if (step.kinds.includes('setWeight')) {
      // A full weight is the end, and the place of its jump is the stage before.
      const end = step.weight === undefined ? 0 : Math.min(step.weight, full);
      const jump = last && jumpTo(end, last, end === full ? last : step);
      const isUnchecked = end === full && !isChecked;
      if (jump && !isUnchecked) jumps.push(jump);
      last = step;
    }
    if (!step.isGate) continue;
    last = undefined;
    isChecked ||= isCheck(step);
  }
  const rest = last && jumpTo(full, last, last);
  return rest ? [...jumps, rest] : jumps;
}

function jumpTo(to: number, { weight, node: behind }: CanaryStep, { node }: CanaryStep): Jump | undefined {
  if (weight === undefined || weight <= 0 || weight >= to) return undefined;
  return { at: node.at('setWeight'), behind, from: weight, to };
}

/** A time to look at each of these stages. */
function pausesBehind(steps: readonly Node<unknown>[]): Fix[] {
  const title =
    steps.length === 1 ? 'Pause for 10 minutes behind the weight' : 'Pause for 10 minutes behind each weight';
  return offer(
    'suggestion',
    title,
    ...steps.map((step) => insertItems(step, { pause: { duration: '10m' } })),
  );
}
