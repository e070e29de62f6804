import { defineRule, type Node, offer, type Problem, type Resource, removeEntry } from 'rollsafe';

export default defineRule({
  summary: 'Strategy settings that exclude each other',
  why: `
The object is refused as a whole, so the change that carries it never arrives:

- a Deployment of type \`Recreate\`, or a StatefulSet of type \`OnDelete\`, with a \`rollingUpdate\` block: the API server says
  no, even to an empty block. It is often left over when only the type was changed, or merged in by a patch or a chart;
  \`rollingUpdate: null\` in the patch takes it away.
- a Rollout with both \`canary\` and \`blueGreen\`: the controller marks it as InvalidSpec and touches no pod. Choose one.
- \`dynamicStableScale\` with \`scaleDownDelaySeconds\`: the first scales the stable pods down during the update, the second
  keeps them for a while after it.

There is nothing to ignore here.
`,
  severity: 'error',
  references: [
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/apis/apps/validation/validation.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
  ],
  examples: [
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ledger
spec:
  replicas: 1
  strategy:
    type: Recreate # <-- related
    rollingUpdate: # <-- error
      maxSurge: 1
      maxUnavailable: 0
  selector:
    matchLabels: {app: ledger}
  template:
    metadata:
      labels: {app: ledger}
    spec:
      containers:
        - name: ledger
          image: registry.example.com/ledger:0.9.2
`,
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ledger
spec:
  replicas: 1
  strategy:
    type: Recreate
  selector:
    matchLabels: {app: ledger}
  template:
    metadata:
      labels: {app: ledger}
    spec:
      containers:
        - name: ledger
          image: registry.example.com/ledger:0.9.2
`,
    },
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ledger
spec:
  strategy:
    # Left by the chart.
    rollingUpdate: # <-- error
      maxSurge: 1
    # One writer at a time.
    type: Recreate
`,
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ledger
spec:
  strategy:
    # Left by the chart.
    # One writer at a time.
    type: Recreate
`,
    },
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ledger
spec:
  strategy: {type: Recreate, rollingUpdate: {}} # <-- error
`,
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ledger
spec:
  strategy: {type: Recreate}
`,
    },
    {
      bad: `
{
  "apiVersion": "apps/v1",
  "kind": "Deployment",
  "metadata": {"name": "ledger"},
  "spec": {
    "strategy": {
      "rollingUpdate": { # <-- error
        "maxSurge": "25%"
      },
      "type": "Recreate"
    }
  }
}
`,
      good: `
{
  "apiVersion": "apps/v1",
  "kind": "Deployment",
  "metadata": {"name": "ledger"},
  "spec": {
    "strategy": {
      "type": "Recreate"
    }
  }
}
`,
    },
    // Others may use the anchor, so the block isn't taken away.
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ledger
spec:
  strategy:
    type: Recreate
    rollingUpdate: &careful # <-- error
      maxUnavailable: 0
`,
    },
    {
      bad: `
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: cache
spec:
  updateStrategy:
    type: OnDelete # <-- related
    rollingUpdate: # <-- error
      partition: 0
`,
      good: `
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: cache
spec:
  updateStrategy:
    type: OnDelete
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  replicas: 4
  strategy:
    blueGreen: # <-- related
      activeService: basket
    canary: # <-- error
      steps:
        - setWeight: 25
        - pause: {}
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  replicas: 4
  strategy:
    canary:
      steps:
        - setWeight: 25
        - pause: {}
`,
    },
    // An empty canary is one.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  strategy:
    canary: {} # <-- related
    blueGreen: {activeService: basket} # <-- error
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  strategy:
    canary: null
    blueGreen: {activeService: basket}
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  strategy:
    canary:
      canaryService: basket-canary
      stableService: basket
      dynamicStableScale: true # <-- related
      scaleDownDelaySeconds: 60 # <-- error
      trafficRouting:
        nginx: {stableIngress: basket}
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  strategy:
    canary:
      canaryService: basket-canary
      stableService: basket
      dynamicStableScale: false
      scaleDownDelaySeconds: 60
      trafficRouting:
        nginx: {stableIngress: basket}
`,
    },
    // null is absent.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ledger
spec:
  strategy:
    type: Recreate
    rollingUpdate: null
`,
    },
    // A DaemonSet may keep the block for later.
    {
      good: `
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: log-agent
spec:
  updateStrategy:
    type: OnDelete
    rollingUpdate: {maxUnavailable: 1}
`,
    },
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: checkout
spec:
  strategy:
    rollingUpdate: {maxSurge: 1}
`,
    },
  ],
  kinds: ['apps/Deployment', 'apps/StatefulSet', 'argoproj.io/Rollout'],
  resource(workload, { report }) {
    const spec = (workload.root as Node).at('spec');
    const problems =
      workload.type === 'argoproj.io/Rollout'
        ? [twoStrategies(spec.at('strategy')), twoWaysToScaleDown(spec.at('strategy').at('canary'))]
        : [idleRollingUpdate(workload, spec)];
    for (const problem of problems) if (problem) report(problem);
  },
});

/** A Deployment and a StatefulSet have a type of update that no rollingUpdate may stand beside. */
function idleRollingUpdate({ type }: Resource, spec: Node): Problem | undefined {
  const deployment = type === 'apps/Deployment';
  const strategy = spec.at(deployment ? 'strategy' : 'updateStrategy');
  const kind = deployment ? 'Recreate' : 'OnDelete';
  const rollingUpdate = strategy.at('rollingUpdate');
  if (strategy.at('type').string() !== kind || !rollingUpdate.isMap) return undefined;
  return {
    at: rollingUpdate,
    message: `rollingUpdate can't stand beside type ${kind}: the API server refuses the ${deployment ? 'Deployment' : 'StatefulSet'}`,
    related: [{ at: strategy.at('type'), message: `the type is ${kind}` }],
    fixes: offer(deployment ? 'safe' : 'suggestion', 'Remove rollingUpdate', removeEntry(rollingUpdate)),
  };
}

function twoStrategies(strategy: Node): Problem | undefined {
  const found = strategy
    .fields()
    .filter(([key, value]) => (key === 'canary' || key === 'blueGreen') && value.isMap);
  const [first, second] = found;
  if (!first || !second) return undefined;
  return {
    at: second[1],
    message:
      'canary and blueGreen are both set: the Rollouts controller refuses it as InvalidSpec and updates nothing',
    related: [{ at: first[1], message: `${first[0]} is set here` }],
    fixes: found.flatMap(([key, value]) => offer('suggestion', `Remove ${key}`, removeEntry(value))),
  };
}

function twoWaysToScaleDown(canary: Node): Problem | undefined {
  const dynamic = canary.at('dynamicStableScale');
  const delay = canary.at('scaleDownDelaySeconds');
  const seconds = delay.integer();
  if (dynamic.boolean() !== true || seconds === undefined) return undefined;
  const delayFirst = delay.span.start < dynamic.span.start;
  return {
    at: delayFirst ? dynamic : delay,
    message: `dynamicStableScale scales the stable pods down during the update and scaleDownDelaySeconds ${seconds} after it: the Rollouts controller refuses both together as InvalidSpec`,
    related: [{ at: delayFirst ? delay : dynamic, message: 'set here' }],
    fixes: [
      ...offer('suggestion', 'Remove scaleDownDelaySeconds', removeEntry(delay)),
      ...offer('suggestion', 'Remove dynamicStableScale', removeEntry(dynamic)),
    ],
  };
}
