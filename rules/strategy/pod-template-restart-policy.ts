import { defineRule, offer, type Pod, removeEntry, SELECTING_KINDS, setValue } from 'rollsafe';
import { hasPlaceholder } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'A pod template with a restartPolicy that its kind refuses',
  why: `
The pods of a Deployment, ReplicaSet, StatefulSet, DaemonSet, ReplicationController or Rollout are there to stay: their
template may only have \`restartPolicy: Always\`, or none, and no \`activeDeadlineSeconds\`. The pods of a Job or CronJob, and of
a Job in an AnalysisTemplate, have to end: there \`Never\` or \`OnFailure\` has to be written, since the default is Always.

Everything else is refused: by the API server, by the Rollouts controller as InvalidSpec, or, in the middle of a release,
when an analysis makes its Job. There is nothing to ignore here; when a pod should run once, write a Job.
`,
  severity: 'error',
  references: [
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/apis/apps/validation/validation.go',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/apis/batch/validation/validation.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/validation/validation.go',
  ],
  examples: [
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      restartPolicy: OnFailure # <-- error
      containers:
        - name: web
          image: registry.example.com/web:1.4.0
`,
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      restartPolicy: Always
      containers:
        - name: web
          image: registry.example.com/web:1.4.0
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  strategy: {canary: {}}
  template:
    spec:
      restartPolicy: Never # <-- error
      activeDeadlineSeconds: 600 # <-- error
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: queue
spec:
  template:
    spec: {restartPolicy: always} # <-- error
---
apiVersion: argoproj.io/v1alpha1
kind: Experiment
metadata:
  name: compare
spec:
  templates:
    - name: new
      template:
        spec: {restartPolicy: Never} # <-- error
`,
      fixed: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  strategy: {canary: {}}
  template:
    spec:
      restartPolicy: Always
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: queue
spec:
  template:
    spec: {restartPolicy: Always}
---
apiVersion: argoproj.io/v1alpha1
kind: Experiment
metadata:
  name: compare
spec:
  templates:
    - name: new
      template:
        spec: {restartPolicy: Always}
`,
    },
    // Jobs, wherever they are written.
    {
      bad: `
apiVersion: batch/v1
kind: Job
metadata:
  name: import
spec:
  template:
    spec: # <-- error
      containers:
        - name: import
          image: registry.example.com/import:1.4.0
---
apiVersion: batch/v1
kind: CronJob
metadata:
  name: report
spec:
  schedule: "0 5 * * *"
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: Always # <-- error
          containers:
            - name: report
              image: registry.example.com/report:1.4.0
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: smoke
spec:
  metrics:
    - name: smoke
      provider:
        job:
          spec:
            template:
              spec: # <-- error
                containers:
                  - name: smoke
                    image: registry.example.com/smoke:1.4.0
`,
      good: `
apiVersion: batch/v1
kind: Job
metadata:
  name: import
spec:
  template:
    spec:
      restartPolicy: OnFailure
      activeDeadlineSeconds: 600
      containers:
        - name: import
          image: registry.example.com/import:1.4.0
---
apiVersion: batch/v1
kind: CronJob
metadata:
  name: report
spec:
  schedule: "0 5 * * *"
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: Never
          containers:
            - name: report
              image: registry.example.com/report:1.4.0
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: smoke
spec:
  metrics:
    - name: smoke
      provider:
        job:
          spec:
            template:
              spec:
                restartPolicy: Never
                containers:
                  - name: smoke
                    image: registry.example.com/smoke:1.4.0
`,
    },
    // A pod of its own may do as it likes; nothing, null and "" are the default; and what isn't known yet.
    {
      good: `
apiVersion: v1
kind: Pod
metadata:
  name: shell
spec:
  restartPolicy: Never
  activeDeadlineSeconds: 600
---
apiVersion: v1
kind: PodTemplate
metadata:
  name: shell
template:
  spec: {restartPolicy: OnFailure}
---
apiVersion: apps/v1
kind: DaemonSet
metadata:
  name: agent
spec:
  template:
    spec: {restartPolicy: "", activeDeadlineSeconds: null}
---
apiVersion: apps/v1
kind: ReplicaSet
metadata:
  name: web
spec:
  template:
    spec: {restartPolicy: "\${RESTART_POLICY}"}
---
apiVersion: batch/v1
kind: Job
metadata:
  name: import
spec:
  template:
    spec: {restartPolicy: "{{ .Values.restartPolicy }}"}
`,
    },
    // A restartPolicy of a container is another setting: it makes a native sidecar.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  template:
    spec:
      initContainers:
        - name: proxy
          image: registry.example.com/proxy:1.30.0
          restartPolicy: Always
`,
    },
  ],
  pod(spec, { pod, report }) {
    const expected = expectedPolicies(pod);
    if (!expected || !spec.isMap) return;
    const subject = refusedOf(pod);
    const policy = spec.at('restartPolicy');
    const text = policy.exists ? policy.string() : '';
    if (text !== undefined && !expected.includes(text || 'Always') && !hasPlaceholder(text)) {
      const written = text === '' ? 'no restartPolicy, which means Always,' : `restartPolicy "${text}"`;
      report({
        at: policy,
        message: `${subject} is refused: its pods have ${written} and may only have ${expected.join(' or ')}`,
        fixes: expected.flatMap((right) =>
          offer(
            expected === TO_STAY ? 'unsafe' : 'suggestion',
            `Set restartPolicy: ${right}`,
            setValue(policy, right),
          ),
        ),
      });
    }
    const deadline = spec.at('activeDeadlineSeconds');
    if (expected === TO_STAY && deadline.integer() !== undefined)
      report({
        at: deadline,
        message: `${subject} is refused: activeDeadlineSeconds would end pods that are there to stay`,
        fixes: offer('unsafe', 'Remove activeDeadlineSeconds', removeEntry(deadline)),
      });
  },
});

const TO_STAY = ['Always'];
const TO_END = ['Never', 'OnFailure'];

const FREE: ReadonlySet<string> = new Set(['core/Pod', 'core/PodTemplate']);
const STAYING: ReadonlySet<string> = new Set([...SELECTING_KINDS, 'argoproj.io/Experiment']);

/** An analysis and an Experiment are accepted, and what they make at run time is not. */
function refusedOf({ resource }: Pod): string {
  if (resource.type === 'argoproj.io/Experiment') return `a ReplicaSet of ${resource.title}`;
  return resource.type.startsWith('argoproj.io/Analysis') || resource.type.startsWith('argoproj.io/Cluster')
    ? `the Job of ${resource.title}`
    : resource.title;
}

/** Undefined for pods that may have any. */
function expectedPolicies({ resource }: Pod): readonly string[] | undefined {
  if (FREE.has(resource.type)) return undefined;
  return STAYING.has(resource.type) ? TO_STAY : TO_END;
}
