import { defineRule, labelsIn, notText, offer, quoteScalar } from 'rollsafe';

export default defineRule({
  summary: 'A label whose value is not a text',
  why: `
The value of a label is a text. Without quotes \`true\`, \`yes\`, \`on\`, \`n\` and the like are booleans to kubectl and Helm, and
\`1\`, \`1.10\` and \`0755\` are numbers. The API server refuses the whole object ("cannot unmarshal bool into Go struct field
ObjectMeta.metadata.labels of type string"), so the change that carries it never arrives.

Put the value in quotes, and in a chart write \`{{ … | quote }}\`. The fix quotes what stands in the file: \`yes\` becomes
\`"yes"\` and \`1.10\` becomes \`"1.10"\`, where a detour over its value would give \`"true"\` and \`"1.1"\`. There is nothing to
ignore here.

Looked at are the labels of objects, pod templates and volume claim templates, and the labels that selectors ask for. Null
is an empty text, and \`12:30\`, \`1.4.2\`, \`2024-01-31\` and \`e2\` are texts.
`,
  severity: 'error',
  references: [
    'https://github.com/kubernetes-sigs/yaml/blob/v1.4.0/goyaml.v2/resolve.go',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/types.go',
    'https://github.com/kubernetes/kubernetes/issues/23251',
  ],
  examples: [
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels:
    canary: yes # <-- error
    country: no # <-- error
spec:
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web, version: 1.10} # <-- error
    spec:
      nodeSelector:
        gpu: true # <-- error
      containers:
        - name: web
          image: registry.example.com/web:1.10
`,
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels:
    canary: "yes"
    country: "no"
spec:
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web, version: "1.10"}
    spec:
      nodeSelector:
        gpu: "true"
      containers:
        - name: web
          image: registry.example.com/web:1.10
`,
    },
    {
      bad: `
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector:
    app: web
    slot: 0755 # <-- error
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web}
spec:
  maxUnavailable: 1
  selector:
    matchExpressions:
      - key: generation
        operator: In
        values: [1, "2"] # <-- error
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web}
spec:
  strategy:
    canary:
      canaryMetadata: {labels: {canary: true}} # <-- error
      stableMetadata: {labels: {canary: "false"}}
`,
      good: `
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector:
    app: web
    slot: "0755"
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web}
spec:
  maxUnavailable: 1
  selector:
    matchExpressions:
      - key: generation
        operator: In
        values: ["1", "2"]
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web}
spec:
  strategy:
    canary:
      canaryMetadata: {labels: {canary: "true"}}
      stableMetadata: {labels: {canary: "false"}}
`,
    },
    // A custom object has the same metadata; in JSON too.
    {
      bad: `
{"apiVersion": "v1", "kind": "List", "items": [
  {"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "web",
    "labels": {"size": 3} # <-- error
  }},
  {"apiVersion": "apps/v1", "kind": "StatefulSet", "metadata": {"name": "cache"}, "spec": {
    "volumeClaimTemplates": [{"metadata": {"name": "data",
      "labels": {"backup": false} # <-- error
    }}]
  }}
]}
`,
      good: `
{"apiVersion": "v1", "kind": "List", "items": [
  {"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "web",
    "labels": {"size": "3"}
  }},
  {"apiVersion": "apps/v1", "kind": "StatefulSet", "metadata": {"name": "cache"}, "spec": {
    "volumeClaimTemplates": [{"metadata": {"name": "data",
      "labels": {"backup": "false"}
    }}]
  }}
]}
`,
    },
    // Said once where an alias shows it again, and not mended, since others may need the boolean.
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels: &labels
    debug: on # <-- error
spec:
  template:
    metadata:
      labels: *labels
`,
    },
    // A map has no source text to quote.
    {
      bad: `
apiVersion: v1
kind: Pod
metadata:
  name: web
  labels:
    owner: {team: shop} # <-- error
spec:
  containers: [{name: web}]
`,
    },
    // Texts to kubectl, whatever other YAML readers make of them, and null, which is an empty one.
    {
      good: `
apiVersion: v1
kind: Pod
metadata:
  name: web
  labels:
    app: e2
    version: 1.4.2
    opens: 12:30
    since: 2024-01-31
    word: yessir
    quoted: "true"
    empty:
spec:
  containers: [{name: web}]
`,
    },
  ],
  resource(object, { report }) {
    for (const { key, at } of labelsIn(object)) {
      const read = notText(at);
      if (!read) continue;
      report({
        at,
        message: `the label "${key}" is ${read} to kubectl and not a text: the API server refuses ${object.title}`,
        fixes: offer('safe', 'Put it in quotes', quoteScalar(at)),
      });
    }
  },
});
