import { defineRule } from 'rollsafe';

export default defineRule({
  summary: 'Standard input without a Kubernetes object',
  why: `
What came down the pipe holds no object at all. Usually the renderer before it failed, and its error message, or nothing,
was piped in: an empty result must not look like a clean one. The run ends with exit status 2. Let the shell stop at the
first failing program (\`set -o pipefail\`).
`,
  severity: 'error',
  references: [],
  examples: [],
});
