import { defineRule } from 'rollsafe';

export default defineRule({
  summary: 'A fault of rollsafe itself',
  why: `
A rule failed on an object. That is never the manifest's fault. The other rules and objects were judged as usual; please
report it with the manifest, or the smallest part of it that shows the failure.
`,
  severity: 'error',
  references: [],
  examples: [],
});
