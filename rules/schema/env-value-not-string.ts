import { defineRule, type Node, notText, offer, quoteScalar } from 'rollsafe';

export default defineRule({
  summary: 'An environment variable whose value is not a text',
  why: `
The value of an environment variable is a text. Without quotes \`true\`, \`yes\`, \`off\` and the like are booleans to kubectl
and Helm, and \`8080\` or \`1.10\` are numbers. The API server refuses the whole object ("cannot unmarshal number into Go
struct field EnvVar.value of type string"), so the change that carries it never arrives.

Put the value in quotes, and in a chart write \`{{ … | quote }}\`. The fix quotes what stands in the file, so that the
program gets just that: \`0755\` and not 493, \`yes\` and not \`true\`. There is nothing to ignore here.

No value and null are an empty text.
`,
  severity: 'error',
  references: [
    'https://github.com/kubernetes-sigs/yaml/blob/v1.4.0/goyaml.v2/resolve.go',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/staging/src/k8s.io/api/core/v1/types.go',
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
      containers:
        - name: web
          image: registry.example.com/web:1.4.0
          env:
            - name: DEBUG
              value: true # <-- error
            - {name: PORT, value: 8080} # <-- error
            - name: UMASK
              value: 0027 # <-- error
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
      containers:
        - name: web
          image: registry.example.com/web:1.4.0
          env:
            - name: DEBUG
              value: "true"
            - {name: PORT, value: "8080"}
            - name: UMASK
              value: "0027"
`,
    },
    // An init container of a Job, in JSON.
    {
      bad: `
{"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "report"}, "spec": {"template": {"spec": {
  "initContainers": [{"name": "wait", "env": [
    {"name": "SECONDS", "value": 1.5} # <-- error
  ]}]
}}}}
`,
      good: `
{"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "report"}, "spec": {"template": {"spec": {
  "initContainers": [{"name": "wait", "env": [
    {"name": "SECONDS", "value": "1.5"}
  ]}]
}}}}
`,
    },
    // The anchor gives the same number to a field that has to be one.
    {
      bad: `
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: web
      image: registry.example.com/web:1.4.0
      ports:
        - containerPort: &port 8080 # <-- error
      env:
        - name: PORT
          value: *port
`,
    },
    // Texts, nothing, null, and a value from elsewhere.
    {
      good: `
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: web
      image: registry.example.com/web:1.4.0
      env:
        - {name: PORT, value: "8080"}
        - {name: LEVEL, value: info}
        - {name: AT, value: 12:30}
        - {name: EMPTY, value: }
        - {name: NONE, value: null}
        - {name: LANG}
        - {name: NODE, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}
`,
    },
  ],
  container(node, { container, report }) {
    for (const variable of node.at('env').items() as Node[]) {
      const at = variable.at('value');
      const read = notText(at);
      if (!read) continue;
      const name = variable.at('name').string() ?? '';
      report({
        at,
        message: `the value of variable "${name}" is ${read} to kubectl and not a text: the API server refuses ${container.pod.resource.title}`,
        fixes: offer('safe', 'Put it in quotes', quoteScalar(at)),
      });
    }
  },
});
