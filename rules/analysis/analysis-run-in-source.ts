import { defineRule, type Node, type Resource } from 'rollsafe';

export default defineRule({
  summary: 'An AnalysisRun among the manifests',
  why: `
An AnalysisRun is a single execution. The controller makes them of templates, for every release; one that is applied from
a file runs once, when it is created, and is finished for good: applying the file again does nothing, and no release
waits for it.

Keep the metrics in an AnalysisTemplate and name it in the strategy of a Rollout. A run that somebody creates by hand
(\`kubectl create\` with \`generateName\`) is fine.
`,
  severity: 'info',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/features/analysis.md',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/analysis/controller.go',
  ],
  examples: [
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisRun
metadata: # <--
  name: smoke
spec:
  metrics:
    - name: answers
      provider:
        web: {url: 'http://web.example.com/healthz'}
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: smoke
spec:
  metrics:
    - name: answers
      provider:
        web: {url: 'http://web.example.com/healthz'}
`,
    },
    {
      // Made to be created by hand.
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisRun
metadata:
  generateName: smoke-
spec:
  metrics:
    - name: answers
      provider:
        web: {url: 'http://web.example.com/healthz'}
`,
    },
    {
      // Read from a cluster.
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisRun
metadata:
  name: web-6cf78c66c5-2
  uid: 08f5a1c2-6e0c-4a53-9a4e-6f3b0c2a7d11
  ownerReferences:
    - {apiVersion: argoproj.io/v1alpha1, kind: Rollout, name: web, controller: true}
spec:
  metrics:
    - name: answers
      provider:
        web: {url: 'http://web.example.com/healthz'}
status:
  phase: Successful
`,
    },
  ],
  kinds: ['argoproj.io/AnalysisRun'],
  resource(run, { index, report }) {
    const metadata = run.root.at('metadata');
    const wasMade = metadata.at('ownerReferences').exists || (run.root as Node).at('status').exists;
    if (metadata.at('generateName').exists || wasMade || index.isLiveExport(run as Resource)) return;
    report({
      at: metadata,
      message: `${run.title} runs once, when it is first applied, and never again: no release waits for it`,
    });
  },
});
