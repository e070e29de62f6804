import { defineRule } from 'rollsafe';

export default defineRule({
  summary: 'The text is not YAML or JSON',
  why: `
kubectl and Helm refuse a document that can't be read, and with it everything in the same file; nothing of it was checked
here either. The finding stands at the first error of the document; the documents and files around it are judged as usual.

Some texts are YAML to other readers and still refused by kubectl: a map, a list or null as a key, the escape "\\/" in
double quotes, a tab after "-", \`.nan\` and \`.inf\`, and any %YAML or %TAG line.
`,
  severity: 'error',
  references: [
    'https://github.com/kubernetes/apimachinery/blob/master/pkg/util/yaml/decoder.go',
    'https://github.com/kubernetes-sigs/yaml/blob/master/yaml.go',
  ],
  examples: [
    {
      bad: `
apiVersion: v1
kind: ConfigMap
metadata:
  name: web
data:
  greeting: "hello # <--
`,
      good: `
apiVersion: v1
kind: ConfigMap
metadata:
  name: web
data:
  greeting: "hello"
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: success-rate
spec:
  args:
    - name: service
  metrics:
    - name: rate
      provider:
        web:
          url: {{args.service}} # <--
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: success-rate
spec:
  args:
    - name: service
  metrics:
    - name: rate
      provider:
        web:
          url: "{{args.service}}"
`,
    },
    {
      bad: `
%YAML 1.2 # <--
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: web
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: success-rate
spec:
  args:
    - name: service
    - name: host
  metrics:
    - name: rate
      provider:
        web:
          url: '{{args.host}}/{{args.service}}'
          headers:
            - key: Host
              value: {{ args.host }}.example.com # of the user # <--
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: success-rate
spec:
  args:
    - name: service
    - name: host
  metrics:
    - name: rate
      provider:
        web:
          url: '{{args.host}}/{{args.service}}'
          headers:
            - key: Host
              value: "{{ args.host }}.example.com" # of the user
`,
    },
  ],
});
