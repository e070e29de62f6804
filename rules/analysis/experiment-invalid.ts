import {
  defineRule,
  durationFixes,
  experimentsOf,
  type Fix,
  type Node,
  nearest,
  offer,
  type Problem,
  podsOf,
  type Resource,
  setValue,
  suggestValues,
} from 'rollsafe';
import { hasPlaceholder, matches, parseGoDuration, readLabelSelector } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'An experiment that cannot run as it is written',
  why: `
The templates of an experiment need names of their own; those of an Experiment also a selector that is not empty and
matches the labels of the pods, and \`minReadySeconds\` no longer than \`progressDeadlineSeconds\` (600 when left out). In
a step of a Rollout, \`specRef\` is \`stable\` or \`canary\`. The \`duration\` is a text with units of Go: \`90s\`, \`30m\`,
\`1h30m\`; there are no days.

The experiments of a Rollout aren't checked before the step is reached. Then the controller doesn't start the experiment,
or never ends it, and the release stays at the step until somebody aborts it.
`,
  severity: 'error',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/conditions/experiments.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/rollout/experiment.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/experiment/experiment.go',
  ],
  examples: [
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  strategy:
    canary:
      steps:
        - setWeight: 25
        - experiment:
            duration: 1d # <--
            templates:
              - name: canary # <-- related
                specRef: canary
              - name: canary # <--
                specRef: baseline # <--
`,
      fixed: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  strategy:
    canary:
      steps:
        - setWeight: 25
        - experiment:
            duration: 24h
            templates:
              - name: canary
                specRef: canary
              - name: canary
                specRef: baseline
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  strategy:
    canary:
      steps:
        - setWeight: 25
        - experiment:
            duration: 24h
            templates:
              - name: canary
                specRef: canary
              - name: baseline
                specRef: stable
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Experiment
metadata:
  name: try
spec:
  duration: "60" # <--
  progressDeadlineSeconds: 60
  templates:
    - name: blue
      minReadySeconds: 90 # <--
      selector: {matchLabels: {app: try, color: blue}} # <--
      template:
        metadata: {labels: {app: try, color: green}} # <-- related
        spec:
          containers:
            - name: try
              image: registry.example.com/web:1.4.0
    - name: green
      selector: {} # <--
      template:
        metadata: {labels: {app: try, color: green}}
        spec:
          containers:
            - name: try
              image: registry.example.com/web:1.5.0
    - name: "" # <--
      minReadySeconds: 60
      selector: {matchLabels: {app: try}}
      template:
        metadata: {labels: {app: try}}
        spec:
          containers:
            - name: try
              image: registry.example.com/web:1.5.0
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Experiment
metadata:
  name: try
spec:
  duration: 60s
  templates:
    - name: blue
      minReadySeconds: 600
      selector: {matchLabels: {app: try}}
      template:
        metadata: {labels: {app: try, color: blue}}
        spec:
          containers:
            - name: try
              image: registry.example.com/web:1.4.0
    - name: green
      selector: {matchLabels: {app: try}}
      template:
        metadata: {labels: {app: try, color: green}}
        spec:
          containers:
            - name: try
              image: registry.example.com/web:1.5.0
`,
    },
    {
      // The default deadline.
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Experiment
metadata:
  name: try
spec:
  duration: 1h
  templates:
    - name: blue
      minReadySeconds: 601 # <--
      selector: {matchLabels: {app: try}}
      template:
        metadata: {labels: {app: try}}
        spec:
          containers:
            - name: try
              image: registry.example.com/web:1.4.0
`,
    },
    {
      // Texts that another tool completes.
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Experiment
metadata:
  name: try
spec:
  duration: \${DURATION}
  templates:
    - name: \${NAME}-a
      selector: {matchLabels: {app: "\${NAME}"}}
      template:
        metadata: {labels: {app: try}}
        spec:
          containers:
            - name: try
              image: registry.example.com/web:1.4.0
`,
    },
  ],
  kinds: ['argoproj.io/Rollout', 'argoproj.io/Experiment'],
  resource(owner, { report }) {
    const resource: Resource = owner;
    for (const experiment of experimentsOf(resource)) {
      durationProblems(experiment, resource).forEach(report);
      nameProblems(experiment, resource).forEach(report);
      for (const template of experiment.at('templates').items() as Node[])
        (inStep(resource) ? specRefProblems : deadlineProblems)(template, experiment, resource).forEach(
          report,
        );
    }
    if (!inStep(resource)) selectorProblems(resource).forEach(report);
  },
});

function inStep(owner: Resource): boolean {
  return owner.type === 'argoproj.io/Rollout';
}

/** What follows when the controller doesn't take an experiment. */
function refusal(owner: Resource): string {
  return inStep(owner)
    ? `the controller refuses the experiment (InvalidSpec), and the release of ${owner.title} stays at this step`
    : `the Rollouts controller refuses ${owner.title} (InvalidSpec)`;
}

function durationProblems(experiment: Node, owner: Resource): Problem[] {
  const at = experiment.at('duration');
  const duration = at.string();
  if (!duration || hasPlaceholder(duration) || parseGoDuration(duration) !== undefined) return [];
  const consequence = inStep(owner)
    ? `the release of ${owner.title} stays at this step`
    : 'it runs until somebody terminates it';
  return [
    {
      at,
      message: `duration ${JSON.stringify(duration)} isn't a number with one of the units ms, s, m, h, so the experiment never ends by it: ${consequence}`,
      fixes: durationFixes(at),
    },
  ];
}

function nameProblems(experiment: Node, owner: Resource): Problem[] {
  const firsts = new Map<string, Node>();
  return (experiment.at('templates').items() as Node[]).flatMap((template): Problem[] => {
    const at = template.at('name');
    const name = at.string();
    if (name === undefined || hasPlaceholder(name)) return [];
    if (name === '') return [{ at, message: `a template of the experiment has no name: ${refusal(owner)}` }];
    const first = firsts.get(name);
    if (!first) {
      firsts.set(name, at);
      return [];
    }
    return [
      {
        at,
        message: `two templates of the experiment are named "${name}": ${refusal(owner)}`,
        related: [{ at: first, message: 'the first one' }],
        fixes: numbered(at, experiment),
      },
    ];
  });
}

/** The name with the first number behind it that no template has. */
function numbered(at: Node, experiment: Node): Fix[] {
  const names = experiment
    .at('templates')
    .items()
    .map((template) => (template as Node).at('name').string());
  const free = [2, 3, 4, 5].map((number) => `${at.string()}-${number}`).find((name) => !names.includes(name));
  return free === undefined ? [] : suggestValues(at, [free]);
}

/** The word in small letters; any other text leaves the choice to a person. */
function meantBy(at: Node, specRef: string): Fix[] {
  const words = ['stable', 'canary'];
  const word = words.find((known) => known === specRef.toLowerCase());
  if (word) return offer('unsafe', `Write specRef: ${word}`, setValue(at, word));
  const near = nearest(specRef, words);
  return suggestValues(at, near.length > 0 ? near : words);
}

function specRefProblems(template: Node, _experiment: Node, owner: Resource): Problem[] {
  const at = template.at('specRef');
  const specRef = at.string();
  if (specRef === undefined || specRef === 'stable' || specRef === 'canary' || hasPlaceholder(specRef))
    return [];
  return [
    {
      at,
      message: `specRef ${JSON.stringify(specRef)} is neither stable nor canary: the controller can't make the experiment, and the release of ${owner.title} stays at this step`,
      fixes: meantBy(at, specRef),
    },
  ];
}

function deadlineProblems(template: Node, experiment: Node, owner: Resource): Problem[] {
  const at = template.at('minReadySeconds');
  const ready = at.integer();
  const deadline = experiment.at('progressDeadlineSeconds');
  const seconds = deadline.exists ? deadline.integer() : 600;
  if (ready === undefined || seconds === undefined || ready <= seconds) return [];
  return [
    {
      at,
      message: `minReadySeconds ${ready} is above progressDeadlineSeconds ${seconds}${deadline.exists ? '' : ' (the default)'}: ${refusal(owner)}`,
      fixes: suggestValues(at, [seconds]),
    },
  ];
}

function selectorProblems(experiment: Resource): Problem[] {
  const templates = (experiment.root as Node).at('spec').at('templates').items() as Node[];
  const pods = new Map(podsOf(experiment).map((pod) => [pod.metadata.path, pod]));
  return templates.flatMap((template): Problem[] => {
    const at = template.at('selector');
    const selector = readLabelSelector(at.value);
    if (!selector) return [];
    const pod = pods.get(template.at('template').at('metadata').path);
    if (selector.length === 0)
      return [
        {
          at,
          message: `the selector is empty and would take in every pod of the namespace: ${refusal(experiment)}`,
          fixes: pod && Object.keys(pod.labels).length > 0 ? select(pod.labels, at) : [],
        },
      ];
    const texts = [...selector.flatMap(({ values }) => values), ...Object.values(pod?.labels ?? {})];
    if (!pod || matches(selector, pod.labels) || texts.some(hasPlaceholder)) return [];
    return [
      {
        at,
        message: `the selector doesn't match the labels of the pods: no ReplicaSet can be made of it, and ${experiment.title} ends with an error`,
        related: [{ at: pod.metadata.at('labels'), message: 'the labels of its pods' }],
      },
    ];
  });
}

function select(labels: Readonly<Record<string, string>>, selector: Node): Fix[] {
  return offer('suggestion', 'Select the labels of the pods', setValue(selector.at('matchLabels'), labels));
}
