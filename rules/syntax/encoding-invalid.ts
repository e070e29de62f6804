import { defineRule } from 'rollsafe';

export default defineRule({
  summary: 'A file that is no text',
  why: `
Manifests are UTF-8, or UTF-16 with a byte order mark. This file is neither: its bytes don't decode, or it holds NUL
bytes as a binary does. Nothing in it was checked. PowerShell's \`>\` and editors with a legacy code page are the usual
causes.
`,
  severity: 'error',
  references: ['https://github.com/kubernetes/apimachinery/blob/master/pkg/util/yaml/decoder.go'],
  examples: [],
});
