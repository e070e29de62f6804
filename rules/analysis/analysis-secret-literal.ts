import {
  analysesOf,
  declaredArgsOf,
  defineRule,
  metricsOf,
  type Node,
  type Problem,
  type Resource,
} from 'rollsafe';
import { hasPlaceholder } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'A password or token written into an analysis',
  why: `
What an AnalysisTemplate says in plain text, everybody can read who may read the repository or list analyses in the
cluster: it is copied into every AnalysisRun.

Keep it in a Secret, take it as an argument with \`valueFrom.secretKeyRef\`, and use that argument in the header, the
address or the credentials. The controller keeps such arguments out of the results that it writes. Ignore this for a
value that is no secret.
`,
  severity: 'info',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/features/analysis.md',
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/pkg/apis/rollouts/v1alpha1/analysis_types.go',
  ],
  examples: [
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: smoke
spec:
  args:
    - name: api-token # <--
      value: 8d1f6a0b2c
  metrics:
    - name: answers
      provider:
        web:
          url: https://smoke.example.com/api?token={{args.api-token}}
          headers:
            - key: Authorization # <--
              value: Bearer 8d1f6a0b2c
          authentication:
            oauth2: # <--
              tokenUrl: https://login.example.com/token
              clientId: smoke
              clientSecret: 8d1f6a0b2c
    - name: errors # <--
      provider:
        prometheus:
          address: https://smoke:8d1f6a0b2c@prometheus.example.com
          query: errors
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata:
  name: smoke
spec:
  args:
    - name: api-token
      valueFrom:
        secretKeyRef: {name: smoke, key: token}
  metrics:
    - name: answers
      provider:
        web:
          url: https://smoke.example.com/api
          headers:
            - key: Authorization
              value: Bearer {{args.api-token}}
            - key: Content-Type
              value: application/json
          authentication:
            oauth2:
              tokenUrl: https://login.example.com/token
              clientId: smoke
              clientSecret: "{{args.api-token}}"
    - name: errors
      provider:
        prometheus:
          address: https://smoke:{{args.api-token}}@prometheus.example.com
          query: errors
`,
    },
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  strategy:
    canary:
      analysis:
        templates:
          - templateName: smoke
        args:
          - name: password # <--
            value: 8d1f6a0b2c
`,
      // The names of Secrets and of their keys, empty texts, and what another tool completes.
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  strategy:
    canary:
      analysis:
        templates:
          - templateName: smoke
        args:
          - {name: secret, value: smoke-credentials}
          - {name: password-key, value: password}
          - {name: token, value: ""}
          - {name: password, value: "\${PASSWORD}"}
`,
    },
  ],
  kinds: [
    'argoproj.io/Rollout',
    'argoproj.io/Experiment',
    'argoproj.io/AnalysisTemplate',
    'argoproj.io/ClusterAnalysisTemplate',
    'argoproj.io/AnalysisRun',
  ],
  resource(owner, { report }) {
    const resource: Resource = owner;
    const passed = analysesOf(resource).flatMap(({ args }) => args);
    const isAnalysis = resource.type.includes('Analysis');
    for (const { node, name } of isAnalysis ? declaredArgsOf(resource) : passed) {
      if (SECRET_ARGUMENT.test(name) && isLiteral(node.at('value')))
        report({
          at: node.at('name'),
          message: `the value of argument "${name}" is readable for everybody ${WHERE}`,
        });
    }
    if (isAnalysis) for (const metric of metricsOf(resource)) secretsIn(metric).forEach(report);
  },
});

const WHERE = 'who may see this manifest or list analyses: it is copied into every AnalysisRun';
const SECRET_ARGUMENT = /(?:^|[-_.])(?:token|password|passwd|api[-_]?key|access[-_]?key|client[-_]?secret)$/i;
const SECRET_HEADER =
  /^(?:proxy-)?authorization$|^cookie$|token$|secret$|password$|(?:api|access|app|application)[-_]?key$/i;
const CREDENTIALS = /:\/\/[^/\s:@]*:[^/\s:@]+@/;

/** The secrets of a metric: never the text itself, nor the line that it stands on where that can be told apart. */
function secretsIn(metric: Node): Problem[] {
  const name = metric.at('name');
  const providers = metric
    .at('provider')
    .fields()
    .map(([, provider]) => provider);
  return [
    ...providers.flatMap((provider) => [...headersOf(provider), ...clientSecretOf(provider)]),
    ...(providers.some(hasCredentials)
      ? [
          {
            at: name,
            message: `the password in an address of metric "${name.string() ?? ''}" is readable for everybody ${WHERE}`,
          },
        ]
      : []),
  ];
}

function headersOf(provider: Node): Problem[] {
  return (provider.at('headers').items() as Node[])
    .filter((header) => SECRET_HEADER.test(header.at('key').string() ?? '') && isLiteral(header.at('value')))
    .map((header) => ({
      at: header.at('key'),
      message: `the value of header "${header.at('key').string()}" is readable for everybody ${WHERE}`,
    }));
}

function clientSecretOf(provider: Node): Problem[] {
  const oauth2 = provider.at('authentication').at('oauth2');
  if (!isLiteral(oauth2.at('clientSecret'))) return [];
  return [{ at: oauth2, message: `the clientSecret is readable for everybody ${WHERE}` }];
}

/** A text that is meant as it is written. */
function isLiteral(node: Node): boolean {
  const text = node.string();
  return text !== undefined && text.trim() !== '' && !hasPlaceholder(text);
}

/** Whether a text directly in a provider is an address with a password. */
function hasCredentials(provider: Node): boolean {
  return provider.fields().some(([, field]) => {
    const text = field.string();
    return text !== undefined && CREDENTIALS.test(text) && !hasPlaceholder(text);
  });
}
