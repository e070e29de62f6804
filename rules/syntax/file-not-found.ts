import { defineRule } from 'rollsafe';

export default defineRule({
  summary: "A path that names nothing, or a file that can't be read",
  why: `
A path on the command line doesn't exist, a pattern matches no file, or a file or folder is there and the system doesn't let
rollsafe read it (the message has its word for why, such as EACCES for a missing permission). The run ends with exit status 2,
so that a typo or a permission in a pipeline doesn't pass for a clean result; everything else that was named is still judged.
`,
  severity: 'error',
  references: [],
  examples: [],
});
