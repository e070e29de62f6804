import { defineRule } from 'rollsafe';

export default defineRule({
  summary: 'A suppression that says no reason',
  why: `
The configuration asks every suppression to say why (\`requireReasons: true\`): the next person has to know whether it still
holds. Write the reason after \` -- \`; a date alone says until when, not why.
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
  level: info # rollsafe-ignore mutable-image-tag # <--
`,
      good: `
apiVersion: v1
kind: ConfigMap
metadata:
  name: web
data:
  level: info # rollsafe-ignore mutable-image-tag -- an image of our own, pinned by the registry
`,
    },
    {
      bad: `
apiVersion: v1
kind: ConfigMap
metadata:
  name: web
data:
  level: info # rollsafe-ignore mutable-image-tag -- until 2027-03-01 # <--
`,
    },
  ],
});
