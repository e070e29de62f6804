import {
  type CanaryStep,
  canaryOf,
  canaryStepsOf,
  defineRule,
  durationFixes,
  type Fix,
  fullWeightOf,
  type Node,
  nearest,
  offer,
  type Problem,
  removeItem,
  renameKey,
  STEP_KINDS,
  setValue,
  splitItem,
  suggestValues,
} from 'rollsafe';
import { hasPlaceholder, pauseSeconds } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'Canary step that the controller refuses',
  why: `
Each step does one thing. The controller marks the whole Rollout InvalidSpec and stops updating it when a step

- sets nothing, which is also what a key without a value does (\`- pause:\`); an unlimited pause is \`pause: {}\`;
- sets two of \`setWeight\`, \`pause\`, \`experiment\` and \`analysis\`, mostly because a dash is missing;
- has a weight below 0 or above 100 (above \`maxTrafficWeight\`, where that is set);
- has a pause that is negative or no duration. Units are those of Go: \`90s\`, \`1h30m\`, or seconds without a unit. There are
  no days: \`24h\` instead of \`1d\`.

The pods that run keep running, and the release doesn't start.
`,
  severity: 'error',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/v1alpha1/types.go',
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
          pause: {duration: 60} # <-- error
        - setWeight: 50
        - pause: # <-- error
        - setWeight: 120 # <-- error
        - setWeight: -5 # <-- error
        - pause: {duration: 1d} # <-- error
        - pause: {duration: -30} # <-- error
        - {} # <-- error
`,
      fixed: `
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
        - pause: {duration: 60}
        - setWeight: 50
        - pause: {}
        - setWeight: 120
        - setWeight: -5
        - pause: {duration: 24h}
        - pause: {duration: -30}
        - {}
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
        - pause: {duration: 60}
        - setWeight: 50
        - pause: {}
        - setWeight: 100
        - pause: {duration: 24h}
        - pause: {duration: "30"}
        - pause: {duration: 1h30m}
`,
    },
    // Field names are case-sensitive.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  strategy:
    canary: {steps: [{setweight: 25}, {pause: {}}]} # <-- error
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  strategy:
    canary: {steps: [{setWeight: 25}, {pause: {}}]}
`,
    },
    // A router with a finer scale.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  strategy:
    canary:
      canaryService: checkout-canary
      stableService: checkout
      trafficRouting:
        maxTrafficWeight: 1000
        nginx: {stableIngress: checkout}
      steps:
        - setWeight: 2000 # <-- error
        - pause: {}
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  strategy:
    canary:
      canaryService: checkout-canary
      stableService: checkout
      trafficRouting:
        maxTrafficWeight: 1000
        nginx: {stableIngress: checkout}
      steps:
        - setWeight: 250
        - pause: {}
`,
    },
    // The other kinds may stand together, and beside a weight.
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
        managedRoutes: [{name: testers}]
        apisix: {route: {name: checkout}}
      steps:
        - setCanaryScale: {replicas: 1}
          setHeaderRoute:
            name: testers
            match: [{headerName: X-Tester, headerValue: {exact: "yes"}}]
        - setWeight: 20
          setCanaryScale: {matchTrafficWeight: true}
        - plugin: {name: argoproj-labs/checks}
        - experiment: {templates: [{name: next, specRef: canary}]}
        - analysis: {templates: [{templateName: success-rate}]}
`,
    },
    // No steps is a rolling update; both strategies at once are strategy-field-conflict.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  strategy:
    canary: {}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: basket
spec:
  strategy:
    blueGreen: {activeService: basket}
    canary: {steps: [{setWeight: 120}]}
`,
    },
    // Values that aren't known here, or of another type.
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
        - setWeight: "50"
        - pause: {duration: "$(PAUSE)"}
        - pause: {duration: 1.5}
        - pause: 60
        - setWeight 20
`,
    },
    // A lost comma, units in words, a slip of the pen.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  strategy:
    canary:
      steps:
        - {setWeight: 25, pause: {}} # <-- error
        - pause:
            duration: "10 min" # <-- error
        - setWieght: 50 # <-- error
        - analysis: # <-- error
`,
      fixed: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: checkout
spec:
  strategy:
    canary:
      steps:
        - {setWeight: 25}
        - {pause: {}}
        - pause:
            duration: "10m"
        - setWieght: 50
        - analysis:
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(rollout, { report }) {
    const canary = canaryOf(rollout);
    if (!canary) return;
    const most = fullWeightOf(canary);
    for (const step of canaryStepsOf(canary)) {
      const problems =
        step.kinds.length === 0
          ? [setsNothing(step)]
          : [setsTwo(step), weightOutOfRange(step, most), notADuration(step)];
      for (const problem of problems) if (problem) report(problem);
    }
  },
});

const REFUSAL = 'the Rollouts controller refuses it as InvalidSpec';

function setsNothing({ node, number }: CanaryStep): Problem | undefined {
  if (!node.isMap) return undefined;
  const [[key, field] = []] = node.fields();
  const isKind = STEP_KINDS.some((kind) => kind === key);
  const what =
    key === undefined
      ? 'is empty'
      : isKind
        ? `has ${key} without a value`
        : `has no kind of step, but ${key}`;
  return { at: node, message: `step ${number} ${what}: ${REFUSAL}`, fixes: meantBy(node, field) };
}

/** A pause without a value has no end; a key in other letters is the step that it reads like. */
function meantBy(step: Node<unknown>, field: Node | undefined): Fix[] {
  const key = String(field?.key ?? '');
  if (!field || (!field.exists && key !== 'pause'))
    return offer('suggestion', 'Remove the step', removeItem(step));
  if (!field.exists) return offer('unsafe', 'Write pause: {}', setValue(field, {}));
  const same = STEP_KINDS.find((kind) => kind.toLowerCase() === key.toLowerCase());
  return same
    ? offer('safe', `Write ${same}`, renameKey(field, same))
    : nearest(key, STEP_KINDS).flatMap((kind) =>
        offer('suggestion', `Write ${kind}`, renameKey(field, kind)),
      );
}

/** Of the kinds that exclude each other (validation.go hasMultipleStepsType). */
function setsTwo({ node, number }: CanaryStep): Problem | undefined {
  const exclusive = ['setWeight', 'pause', 'experiment', 'analysis'];
  const set = node.fields().filter(([key, value]) => exclusive.includes(key) && value.exists);
  const [first, second] = set;
  if (!first || !second) return undefined;
  return {
    at: second[1],
    message: `step ${number} has ${set.map(([key]) => key).join(' and ')} at once: ${REFUSAL}`,
    related: [{ at: first[1], message: `${first[0]} is set here` }],
    fixes: offer(
      'unsafe',
      `Make ${set.length} steps of it`,
      ...splitItem(
        node,
        set.slice(1).map(([, field]) => field),
      ),
    ),
  };
}

function weightOutOfRange({ node, kinds }: CanaryStep, most: number | undefined): Problem | undefined {
  const weight = node.at('setWeight').integer();
  if (!kinds.includes('setWeight') || weight === undefined || most === undefined) return undefined;
  if (weight >= 0 && weight <= most) return undefined;
  return {
    at: node.at('setWeight'),
    message: `setWeight ${weight} isn't between 0 and ${most}: ${REFUSAL}`,
    fixes: suggestValues(node.at('setWeight'), [Math.min(Math.abs(weight), most)]),
  };
}

function notADuration({ node }: CanaryStep): Problem | undefined {
  const at: Node = node.at('pause').at('duration');
  const duration = at.string() ?? at.integer();
  if (duration === undefined || (typeof duration === 'string' && hasPlaceholder(duration))) return undefined;
  const seconds = pauseSeconds(duration);
  if (seconds !== undefined && seconds >= 0) return undefined;
  const what = seconds === undefined ? `"${duration}" is no duration` : `${seconds} s is negative`;
  return {
    at,
    message: `a pause of ${what}: ${REFUSAL}`,
    fixes: seconds === undefined ? durationFixes(at) : suggestValues(at, [withoutSign(duration)]),
  };
}

function withoutSign(duration: string | number): string | number {
  return typeof duration === 'string' ? duration.replace(/^-/, '') : Math.abs(duration);
}
