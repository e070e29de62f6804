import { defineRule } from 'rollsafe';

export default defineRule({
  summary: 'A key twice in one map',
  why: `
kubectl turns YAML into JSON before anything is checked, and keeps the last value of a key without a word: the first
\`env\`, \`envFrom\` or label list of a container is simply gone. Kustomize and other readers refuse the file instead. Merge
the two values into one.
`,
  severity: 'error',
  references: [
    'https://github.com/kubernetes-sigs/yaml/blob/master/yaml.go',
    'https://github.com/kubernetes/kubernetes/issues/125885',
  ],
  examples: [
    {
      bad: `
apiVersion: v1
kind: ConfigMap
metadata:
  name: web
data:
  level: info # <-- related
  format: json
  level: debug # <--
`,
    },
    {
      bad: `
apiVersion: v1
kind: ConfigMap
metadata:
  name: web
data:
  on: "1" # <-- related
  yes: "2" # <--
`,
      good: `
apiVersion: v1
kind: ConfigMap
metadata:
  name: web
data:
  "on": "1"
  "yes": "2"
`,
    },
    {
      good: `
apiVersion: v1
kind: ConfigMap
metadata:
  name: web
data:
  <<: {level: info, format: json}
  level: debug
`,
    },
  ],
});
