import { canaryOf, canaryStepsOf, defineRule, type Node, suggestValues } from 'rollsafe';
import { pauseSeconds } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'Pause of zero seconds',
  why: `
\`pause: {duration: 0}\` is accepted and over at once: the step holds nothing, and the rollout goes on with the next weight as
soon as the pods are there. Fractions of a second are cut off, so \`500ms\` is zero as well.

To wait until somebody promotes, leave the duration out (\`pause: {}\`); to wait for a time, write it (\`10m\`). It is fine
to ignore where an environment switches its pauses off on purpose.
`,
  severity: 'warning',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/v1alpha1/types.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/pause.go',
  ],
  examples: [
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  replicas: 4
  strategy:
    canary:
      steps:
        - setWeight: 25
        - pause: {duration: 0} # <-- warning
        - setWeight: 50
        - pause:
            duration: 0s # <-- warning
        - pause: {duration: "0"} # <-- warning
        - pause: {duration: 500ms} # <-- warning
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  replicas: 4
  strategy:
    canary:
      steps:
        - setWeight: 25
        - pause: {}
        - setWeight: 50
        - pause:
            duration: 10s
        - pause: {duration: "30"}
        - pause: {duration: 1500ms}
`,
    },
    // What is no duration is canary-step-invalid; other values aren't known here.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  strategy:
    canary:
      steps:
        - setWeight: 25
        - pause: {duration: ""}
        - pause: {duration: 1d}
        - pause: {duration: "$(PAUSE)"}
        - pause: {duration: null}
        - pause: {duration: 0.5}
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(rollout, { report }) {
    const canary = canaryOf(rollout);
    if (!canary) return;
    for (const { node, number } of canaryStepsOf(canary)) {
      const at: Node = node.at('pause').at('duration');
      const duration = at.string() ?? at.integer();
      if (duration === undefined || pauseSeconds(duration) !== 0) continue;
      report({
        at,
        message: `a pause of ${duration === 0 ? '' : `${duration}, that is `}0 s ends at once: step ${number} holds nothing`,
        fixes: suggestValues(at, ['10m']),
      });
    }
  },
});
