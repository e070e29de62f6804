import { defineRule } from 'rollsafe';

export default defineRule({
  summary: 'A suppression past its date',
  why: `
\`until 2027-03-01\` in the reason of a suppression is the last day on which it holds. After that it ignores nothing: what it
hid is a finding again. Mend what was put off, or decide anew until when it can wait.
`,
  severity: 'warning',
  references: [],
  examples: [
    {
      bad: `
apiVersion: v1
kind: ConfigMap
metadata:
  name: web
data:
  level: info # rollsafe-ignore mutable-image-tag -- until 2025-12-31 # <--
`,
      good: `
apiVersion: v1
kind: ConfigMap
metadata:
  name: web
data:
  level: info # rollsafe-ignore mutable-image-tag -- until 2026-01-01
`,
    },
  ],
});
