import { defineRule } from 'rollsafe';

export default defineRule({
  summary: 'A path that names nothing',
  why: `
A path on the command line doesn't exist or can't be read, or a pattern matches no file. The run ends with exit status 2,
so that a typo in a pipeline doesn't pass for a clean result; everything else that was named is still judged.
`,
  severity: 'error',
  references: [],
  examples: [],
});
