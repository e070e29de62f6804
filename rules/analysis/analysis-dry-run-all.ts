import {
  type Analysis,
  analysesOf,
  defineRule,
  dryRunsOf,
  isDryRun,
  metricsOf,
  metricsToRun,
  type Node,
  offer,
  type Resource,
  type ResourceIndex,
  removeEntry,
  templatesOf,
} from 'rollsafe';

export default defineRule({
  summary: 'An analysis that only watches',
  why: `
A metric that \`dryRun\` names is measured and never counts. When it takes in every metric, the analysis is always successful and holds
back nothing, however bad the numbers are; the release only looks as if it were guarded.

\`metricName\` is a regular expression that may match anywhere in a name: \`.*\` is all metrics, and \`error\` also takes in \`error-budget\`.
Name the metrics that are on trial, or leave \`dryRun\` out. For the first days of a new analysis a dry run is the right thing: ignore the
finding until then.
`,
  severity: 'warning',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/utils/analysis/helpers.go',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/features/analysis.md',
  ],
  examples: [
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: web
spec:
  dryRun:
    - metricName: .* # <--
  metrics:
    - {name: errors, provider: {job: {spec: {}}}}
    - {name: latency, provider: {job: {spec: {}}}}
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: web
spec:
  dryRun:
    - metricName: latency
  metrics:
    - {name: errors, provider: {job: {spec: {}}}}
    - {name: latency, provider: {job: {spec: {}}}}
`,
    },
    // One by one, and by the Rollout together with its templates.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: ClusterAnalysisTemplate
metadata:
  name: each
spec:
  dryRun: # <--
    - metricName: errors
    - metricName: latency
  metrics:
    - {name: errors, provider: {job: {spec: {}}}}
    - {name: latency, provider: {job: {spec: {}}}}
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: one
spec:
  dryRun:
    - metricName: latency
  metrics:
    - {name: errors, provider: {job: {spec: {}}}}
    - {name: latency, provider: {job: {spec: {}}}}
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: other
spec:
  metrics:
    - {name: error-budget, provider: {job: {spec: {}}}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  strategy:
    canary:
      analysis:
        templates:
          - templateName: one
          - templateName: other
        dryRun:
          - metricName: error # <--
      steps:
        - setWeight: 20
        - analysis:
            templates:
              - templateName: one
`,
    },
    // One metric still decides; a pattern or a template that can't be read may leave one; the template has said it.
    {
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: two
spec:
  dryRun:
    - metricName: ^(errors|latency)$
  metrics:
    - {name: errors, provider: {job: {spec: {}}}}
    - {name: latency, provider: {job: {spec: {}}}}
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: one
spec:
  metrics:
    - {name: errors, provider: {job: {spec: {}}}}
---
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  strategy:
    blueGreen:
      activeService: web
      prePromotionAnalysis:
        templates:
          - templateName: two
        dryRun:
          - metricName: errors
      postPromotionAnalysis:
        templates:
          - templateName: one
          - templateName: elsewhere
        dryRun:
          - metricName: .*
`,
    },
    {
      good: {
        targets: ['rollout.yaml'],
        files: {
          'template.yaml': `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: web
spec:
  dryRun:
    - metricName: .*
  metrics:
    - {name: errors, provider: {job: {spec: {}}}}
`,
          'rollout.yaml': `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  strategy:
    canary:
      analysis:
        templates:
          - templateName: web
        dryRun:
          - metricName: errors
`,
        },
      },
    },
  ],
  kinds: [
    'argoproj.io/Rollout',
    'argoproj.io/AnalysisTemplate',
    'argoproj.io/ClusterAnalysisTemplate',
    'argoproj.io/AnalysisRun',
  ],
  resource(resource, { index, report }) {
    const owner = resource as Resource;
    for (const { metrics, list } of [...templateDryRuns(owner), ...rolloutDryRuns(owner, index)]) {
      const all = metrics.length === 1 ? 'the only metric is' : `all ${metrics.length} metrics are`;
      const [only, ...others] = list.items();
      report({
        at: only && others.length === 0 ? only.at('metricName') : list,
        message: `${all} measured as a dry run: the analysis is successful whatever comes out`,
        fixes: offer('suggestion', 'Remove dryRun', removeEntry(list)),
      });
    }
  },
});

interface DryRuns {
  readonly metrics: readonly Node[];
  /** The `dryRun` list that leaves no metric. */
  readonly list: Node;
}

function templateDryRuns(template: Resource): DryRuns[] {
  const metrics = metricsToRun(template);
  const list = dryRunsOf(template);
  return areAllDry(metrics, [list]) ? [{ metrics, list }] : [];
}

function rolloutDryRuns(rollout: Resource, index: ResourceIndex): DryRuns[] {
  return analysesOf(rollout).flatMap((analysis) => {
    const list = analysis.node.at('dryRun');
    const metrics = list.items().length > 0 ? metricsLeftTo(analysis, index) : [];
    return areAllDry(metrics, [list]) ? [{ metrics, list }] : [];
  });
}

/** The metrics that the templates themselves don't make dry runs; none when some template isn't known. */
function metricsLeftTo(analysis: Analysis, index: ResourceIndex): Node[] {
  const { found, complete } = templatesOf(analysis, index);
  if (!complete) return [];
  const lists = found.map(dryRunsOf);
  return found.flatMap(metricsOf).filter((metric) => isDryRun(metric, lists) !== true);
}

function areAllDry(metrics: readonly Node[], lists: readonly Node[]): boolean {
  return metrics.length > 0 && metrics.every((metric) => isDryRun(metric, lists) === true);
}
