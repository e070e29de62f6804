import { defineRule, type Node, offer, removeEntry } from 'rollsafe';

export default defineRule({
  summary: 'A Rollout has both a workloadRef and a pod template',
  why: `
With \`workloadRef\` the pod template is that of the workload it names, and the Rollout may have none of its own. When its
\`template\` has labels or annotations, the Rollouts controller marks the Rollout as InvalidSpec, and neither updates nor
scales it. A template without them slips through that check (a warning here): what is written in it is
overwritten and never runs.

Take the template out, and make changes in the workload; or take \`workloadRef\` out, and let the Rollout be the workload.
`,
  severity: { default: 'error', overwritten: 'warning' },
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
  name: cam
spec:
  replicas: 2
  workloadRef: # <-- error
    apiVersion: apps/v1
    kind: Deployment
    name: cam
  strategy: {canary: {}}
  selector:
    matchLabels: {app: cam}
  template: # <-- related
    metadata:
      labels: {app: cam}
    spec:
      containers:
        - name: cam
          image: registry.example.com/cam:1.4.2
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: cam
spec:
  replicas: 2
  workloadRef:
    apiVersion: apps/v1
    kind: Deployment
    name: cam
  strategy: {canary: {}}
  selector:
    matchLabels: {app: cam}
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: cam}
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: cam} # <-- error
  strategy: {canary: {}}
  template: {metadata: {annotations: {prometheus.io/scrape: "true"}}}
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: cam}
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: cam} # <-- warning
  strategy: {canary: {}}
  template:
    metadata: {labels: {}}
    spec: {containers: [{name: cam, image: "registry.example.com/cam:1.4.2"}]}
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: cam}
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: cam}
  strategy: {canary: {}}
`,
    },
    // One or the other; a template with nothing in it; one that is filled in.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: template}
spec: {workloadRef: null, strategy: {canary: {}}, template: {metadata: {labels: {app: cam}}}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: empty}
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: cam}
  strategy: {canary: {}}
  template: {metadata: {creationTimestamp: null}, spec: {containers: null}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: none}
spec: {workloadRef: {apiVersion: apps/v1, kind: Deployment, name: cam}, strategy: {canary: {}}, template: {}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: filled-in}
spec: {workloadRef: {apiVersion: apps/v1, kind: Deployment, name: cam}, strategy: {canary: {}}, template: "\${TEMPLATE}"}
`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(rollout, { report }) {
    const spec = rollout.root.at('spec');
    const reference = spec.at('workloadRef');
    const template = spec.at('template') as Node;
    if (!reference.isMap || !template.isMap) return;
    const related = [{ at: template, message: 'its own template' }];
    const remove = removeEntry(template);
    if (hasMetadata(template)) {
      report({
        at: reference,
        message: `${rollout.title} has a workloadRef and a template of its own: the Rollouts controller refuses both together as InvalidSpec and updates nothing`,
        related,
        fixes: [
          ...offer('suggestion', 'Remove the template', remove),
          ...offer('suggestion', 'Remove the workloadRef', removeEntry(reference)),
        ],
      });
    } else if (
      template
        .at('spec')
        .fields()
        .some(([, value]) => value.exists)
    ) {
      report({
        as: 'overwritten',
        at: reference,
        message: `the template of ${rollout.title} never runs: it is overwritten by that of its workloadRef`,
        related,
        fixes: offer('unsafe', 'Remove the template', remove),
      });
    }
  },
});

/** Whether a template has a label or an annotation, which is what the controller looks at. */
function hasMetadata(template: Node): boolean {
  const metadata = template.at('metadata');
  return [...metadata.at('labels').fields(), ...metadata.at('annotations').fields()].length > 0;
}
