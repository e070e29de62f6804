import {
  conditionsOf,
  defineRule,
  metricsToRun,
  offer,
  providerOf,
  type Resource,
  removeEntry,
  titleOfMetric,
} from 'rollsafe';

export default defineRule({
  summary: 'A condition on a Job, which nobody reads',
  why: `
A metric with a Job is successful when the Job completes and failed when it fails. Its \`successCondition\` and \`failureCondition\` are
never evaluated, so what they ask for isn't checked. Let the Job exit with a code other than 0 when the check isn't passed, and
leave the conditions out.
`,
  severity: 'warning',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/metricproviders/job/job.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/analysis/job.md',
  ],
  examples: [
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: smoke
spec:
  metrics:
    - name: smoke
      successCondition: result == 'ok' # <--
      failureCondition: result == 'bad' # <--
      provider:
        job: # <-- related
          spec:
            backoffLimit: 0
            template:
              spec:
                restartPolicy: Never
                containers:
                  - {name: smoke, image: "registry.example.com/smoke:1.0.0"}
`,
      fixed: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: smoke
spec:
  metrics:
    - name: smoke
      provider:
        job:
          spec:
            backoffLimit: 0
            template:
              spec:
                restartPolicy: Never
                containers:
                  - {name: smoke, image: "registry.example.com/smoke:1.0.0"}
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: smoke
spec:
  metrics:
    - name: smoke
      successCondition: ""
      provider:
        job:
          spec:
            backoffLimit: 0
            template:
              spec:
                restartPolicy: Never
                containers:
                  - {name: smoke, image: "registry.example.com/smoke:1.0.0"}
    - name: health
      successCondition: result == 'ok'
      provider:
        web: {url: "http://web/health"}
`,
    },
  ],
  kinds: ['argoproj.io/AnalysisTemplate', 'argoproj.io/ClusterAnalysisTemplate', 'argoproj.io/AnalysisRun'],
  resource(resource, { report }) {
    for (const metric of metricsToRun(resource as Resource)) {
      const provider = providerOf(metric);
      if (provider?.name !== 'job') continue;
      for (const at of conditionsOf(metric))
        report({
          at,
          message: `a condition of ${titleOfMetric(metric)} is never evaluated: whether its Job completes decides alone`,
          related: [{ at: provider.node, message: 'the Job' }],
          fixes: offer('unsafe', 'Remove the condition', removeEntry(at)),
        });
    }
  },
});
