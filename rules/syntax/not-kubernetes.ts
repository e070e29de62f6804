import { defineRule } from 'rollsafe';

export default defineRule({
  summary: 'A document that is no Kubernetes object',
  why: `
A file that was named, or the standard input, holds a document without \`apiVersion\` and \`kind\`: nothing in it was judged.
In a folder, where values files, workflows and dashboards live beside manifests, such files are passed over silently.
So are kustomizations, \`Chart.yaml\`, \`skaffold.yaml\` and \`rollsafe.yaml\` wherever they are met: they say something about
manifests.
`,
  severity: 'info',
  references: ['https://kubernetes.io/docs/concepts/overview/working-with-objects/'],
  examples: [
    {
      bad: `
replicas: 3 # <--
image: registry.example.com/web
`,
      good: `
# only a comment
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: web
`,
    },
  ],
});
