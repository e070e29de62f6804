import { canaryOf, canaryStepsOf, defineRule } from 'rollsafe';

export default defineRule({
  summary: 'Pause without an end',
  why: `
\`pause: {}\` waits until somebody promotes the Rollout. \`progressDeadlineSeconds\` doesn't count meanwhile, so nothing
ever reports that the release stands: in a pipeline without people both versions serve until the next one.

That is the right step for an approval by hand, and a reason to ignore this advice. Where nobody watches, give the pause a
\`duration\`, and let an \`analysis\` decide.
`,
  severity: 'info',
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
        - pause: {} # <-- info
        - setWeight: 50
        - pause: {duration: null} # <-- info
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
        - pause: {duration: 10m}
        - setWeight: 50
        - pause: {duration: "$(PAUSE)"}
`,
    },
    // Without a value it is refused: canary-step-invalid.
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
        - pause:
        - pause: forever
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(rollout, { report }) {
    const canary = canaryOf(rollout);
    if (!canary) return;
    for (const { node, number, weight } of canaryStepsOf(canary)) {
      const pause = node.at('pause');
      if (!pause.isMap || pause.at('duration').exists) continue;
      const share = weight === undefined ? '' : ` at weight ${weight}`;
      report({
        at: pause,
        message: `step ${number} waits without end${share} until somebody promotes the Rollout`,
      });
    }
  },
});
