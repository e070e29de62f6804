import { defineRule } from 'rollsafe';

export default defineRule({
  summary: 'A document separator that kubectl reads differently',
  why: `
kubectl cuts a stream at lines that begin with \`---\`, and allows only a comment behind it. Text on the same line is
refused; \`---\` at the end of another line separates nothing, so that the next object overwrites the one before key by
key; and whatever stands between \`...\` and the next \`---\` is dropped without a word. Templates that trim white space
(\`{{-\`) are the usual cause. Put \`---\` on a line of its own.
`,
  severity: 'error',
  references: [
    'https://github.com/kubernetes/apimachinery/blob/master/pkg/util/yaml/decoder.go',
    'https://github.com/helm/helm/issues/10149',
  ],
  examples: [
    {
      bad: `
apiVersion: v1
kind: ConfigMap
metadata:
  name: first
---apiVersion: v1 # <--
kind: ConfigMap
metadata:
  name: second
`,
      good: `
apiVersion: v1
kind: ConfigMap
metadata:
  name: first
--- # the second one
apiVersion: v1
kind: ConfigMap
metadata:
  name: second
`,
      fixed: `
apiVersion: v1
kind: ConfigMap
metadata:
  name: first
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: second
`,
    },
    {
      // A line break that a template trimmed away.
      bad: `
apiVersion: v1
kind: ConfigMap
metadata:
  name: first--- # <--
apiVersion: v1
kind: ConfigMap
metadata:
  name: second
`,
      good: `
apiVersion: v1
kind: ConfigMap
metadata:
  name: first
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: second
`,
    },
    {
      bad: `
apiVersion: v1
kind: ConfigMap
metadata:
  name: first
... # <--
apiVersion: v1
kind: ConfigMap
metadata:
  name: second
`,
      good: `
apiVersion: v1
kind: ConfigMap
metadata:
  name: first
...
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: second
`,
    },
  ],
});
