import {
  canaryOf,
  defineRule,
  type Fix,
  type Node,
  offer,
  removeEntry,
  removeItem,
  routedSettingsOf,
} from 'rollsafe';

export default defineRule({
  summary: 'A canary setting that needs traffic routing, without traffic routing',
  why: `
Without \`trafficRouting\` a canary's share of the traffic is its share of the pods, so what sets the two apart from each
other can't be obeyed: \`setCanaryScale\`, header and mirror routes, the weight of an experiment, \`dynamicStableScale\`, and
\`scaleDownDelaySeconds\`, which keeps the old pods for a router to go back to. The Rollouts controller marks the Rollout as
InvalidSpec, and neither updates nor scales it until that is mended.

Name a router under \`trafficRouting\`, with its \`canaryService\` and \`stableService\`, or take the setting out.
\`dynamicStableScale: false\` is fine without one.
`,
  severity: 'error',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/features/canary.md',
  ],
  examples: [
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: raft
spec:
  replicas: 4
  strategy:
    canary:
      scaleDownDelaySeconds: 60 # <-- error
      steps:
        - setCanaryScale: {replicas: 1} # <-- error
        - setWeight: 25
        - pause: {}
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: raft
spec:
  replicas: 4
  strategy:
    canary:
      canaryService: raft-canary
      stableService: raft-stable
      scaleDownDelaySeconds: 60
      trafficRouting:
        nginx: {stableIngress: raft}
      steps:
        - setCanaryScale: {replicas: 1}
        - setWeight: 25
        - pause: {}
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: raft
spec:
  strategy:
    canary:
      trafficRouting: null
      dynamicStableScale: true # <-- error
      steps:
        - setHeaderRoute: # <-- error
            name: beta
            match: [{headerName: x-beta, headerValue: {exact: "1"}}]
        - setMirrorRoute: {name: shadow, percentage: 20} # <-- error
        - experiment:
            duration: 10m
            templates:
              - name: baseline
                specRef: stable
              - name: canary
                specRef: canary
                weight: 5 # <-- error
`,
    },
    // Settings that do nothing, steps that any canary may have, and a value to be filled in.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: raft
spec:
  strategy:
    canary:
      dynamicStableScale: false
      scaleDownDelaySeconds: null
      abortScaleDownDelaySeconds: 60
      steps:
        - setWeight: 25
        - setCanaryScale:
        - experiment: {templates: [{name: canary, specRef: canary}]}
        - pause: {}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: filled-in
spec:
  strategy:
    canary:
      trafficRouting: "\${ROUTING}"
      scaleDownDelaySeconds: 60
`,
    },
    // Blue-green has a delay of its own. An empty trafficRouting is traffic-routing-empty.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: blue
spec:
  strategy: {blueGreen: {activeService: blue, scaleDownDelaySeconds: 60}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: empty
spec:
  strategy: {canary: {trafficRouting: {}, scaleDownDelaySeconds: 60}}
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(rollout, { report }) {
    const canary = canaryOf(rollout) as Node | undefined;
    if (!canary) return;
    if (canary.at('trafficRouting').exists) return;
    for (const [name, at] of routedSettingsOf(canary)) {
      report({
        at,
        message: `${name} needs trafficRouting, which ${rollout.title} lacks: the Rollouts controller refuses it as InvalidSpec and updates nothing`,
        fixes: without(name, at),
      });
    }
  },
});

/** The setting, with its step where that has no other. */
function without(name: string, setting: Node): Fix[] {
  const step = setting.parent;
  return typeof step?.key === 'number' && step.fields().length === 1
    ? offer('suggestion', `Remove the step ${name}`, removeItem(step))
    : offer('suggestion', `Remove ${name}`, removeEntry(setting));
}
