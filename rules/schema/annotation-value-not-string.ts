import { annotationsIn, defineRule, notText, offer, quoteScalar } from 'rollsafe';

export default defineRule({
  summary: 'An annotation whose value is not a text',
  why: `
The value of an annotation is a text, also where it says a number or a switch: \`prometheus.io/port: 8080\` and
\`prometheus.io/scrape: true\` without quotes are a number and a boolean. The API server refuses the whole object ("cannot
unmarshal bool into Go struct field ObjectMeta.metadata.annotations of type string"), so the change that carries it never
arrives. The usual source is a template that drops the quotes of its values.

Put the value in quotes, and in a chart write \`{{ … | quote }}\`. The fix quotes what stands in the file: \`on\` becomes
\`"on"\`. There is nothing to ignore here.

Looked at are the annotations of objects, pod templates and volume claim templates. Null is an empty text. JSON belongs into
quotes or behind a \`|\`.
`,
  severity: 'error',
  references: [
    'https://github.com/kubernetes-sigs/yaml/blob/v1.4.0/goyaml.v2/resolve.go',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/types.go',
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
      annotations:
        prometheus.io/scrape: true # <-- error
        prometheus.io/port: 8080   # metrics # <-- error
        prometheus.io/path: /metrics
    spec:
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
      annotations:
        prometheus.io/scrape: "true"
        prometheus.io/port: "8080"   # metrics
        prometheus.io/path: /metrics
    spec:
      containers:
        - name: web
          image: registry.example.com/web:1.4.0
`,
    },
    // The weight of a hook, a CronJob's Jobs, and the pods of a canary.
    {
      bad: `
apiVersion: batch/v1
kind: CronJob
metadata:
  name: report
  annotations: {"helm.sh/hook": post-install, "helm.sh/hook-weight": -5} # <-- error
spec:
  schedule: "0 5 * * *"
  jobTemplate:
    metadata:
      annotations: {ttl: 1_000} # <-- error
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web}
spec:
  strategy:
    canary:
      canaryMetadata:
        annotations: {canary: on} # <-- error
`,
      good: `
apiVersion: batch/v1
kind: CronJob
metadata:
  name: report
  annotations: {"helm.sh/hook": post-install, "helm.sh/hook-weight": "-5"}
spec:
  schedule: "0 5 * * *"
  jobTemplate:
    metadata:
      annotations: {ttl: "1_000"}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: web}
spec:
  strategy:
    canary:
      canaryMetadata:
        annotations: {canary: "on"}
`,
    },
    // JSON that isn't written as a text.
    {
      bad: `
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    cloud.google.com/neg: {"ingress": true} # <-- error
    ports: [80, 443] # <-- error
spec:
  ports: [{port: 80}]
`,
    },
    // Texts, and null.
    {
      good: `
apiVersion: v1
kind: Service
metadata:
  name: web
  annotations:
    cloud.google.com/neg: '{"ingress": true}'
    since: 2024-01-31T10:00:00Z
    timeout: 30s
    window: 1:30:05
    empty: null
    note: |
      5
spec:
  ports: [{port: 80}]
`,
    },
  ],
  resource(object, { report }) {
    for (const { key, at } of annotationsIn(object)) {
      const read = notText(at);
      if (!read) continue;
      report({
        at,
        message: `the annotation "${key}" is ${read} to kubectl and not a text: the API server refuses ${object.title}`,
        fixes: offer('safe', 'Put it in quotes', quoteScalar(at)),
      });
    }
  },
});
