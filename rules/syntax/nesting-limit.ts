import { defineRule } from 'rollsafe';

export default defineRule({
  summary: 'A document nested too deeply',
  why: `
Nothing that a person writes for Kubernetes is nested a thousand levels deep; a text that is comes from a generator gone
wrong, or is meant to exhaust its reader. Nothing in the document was checked.
`,
  severity: 'error',
  references: ['https://github.com/kubernetes-sigs/yaml/blob/master/goyaml.v2/scannerc.go'],
  examples: [],
});
