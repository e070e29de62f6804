import { defineRule } from 'rollsafe';

export default defineRule({
  summary: 'A template that has to be rendered first',
  why: `
The file is a template, of a Helm chart or another engine, and not a manifest yet: what it will become depends on values
that aren't here. Pipe the rendered output in instead: \`helm template CHART | rollsafe lint -\`.

Double braces alone don't make a template: Argo's \`{{args.x}}\` in quotes is a string like any other.
`,
  severity: 'info',
  references: ['https://helm.sh/docs/helm/helm_template/'],
  examples: [
    {
      bad: `
{{- if .Values.enabled }} # <--
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Release.Name }}
{{- end }}
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
          url: "http://{{args.service}}/rate"
`,
    },
  ],
});
