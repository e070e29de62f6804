import {
  claimsOf,
  configReferencesOf,
  defineRule,
  type Node,
  podsOf,
  type Reference,
  type Resource,
  type ResourceIndex,
  steeredServicesOf,
} from 'rollsafe';
import { hasPlaceholder, nameBeforeHash } from 'rollsafe/kubernetes';

const configMap = (name: string) => `
apiVersion: v1
kind: ConfigMap
metadata: # <-- related
  name: ${name}
data: {MODE: fast}
`;

const jar = (fields: string, name = 'jar', strategy = 'canary: {}') => `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: ${name}}
spec:
  strategy:
    ${strategy.trim().replaceAll('\n', '\n    ')}
  template:
    spec:
      containers:
        - name: jar
          image: registry.example.com/jar:1.4.0
          ${fields.trim().replaceAll('\n', '\n          ')}
`;

const FROM = (name: string) => `envFrom:\n  - configMapRef:\n      name: ${name}`;
const unmarked = (text: string) => text.replaceAll(/ # <--(?: \w+)?/g, '');

export default defineRule({
  summary: 'A Rollout that names an object by the name from before Kustomize',
  why: `
Kustomize renames objects (a hash behind the name of a generated ConfigMap or Secret, \`namePrefix\`, \`nameSuffix\`) and
follows the references in built-in kinds only. In a Rollout the old name stays: its new pods stop at
CreateContainerConfigError, or the controller marks it as InvalidSpec because the Service or template isn't there. Without
\`namePrefix\` it may work by accident for as long as an object of the old name is left over in the cluster.

Give the kustomization the transformer configuration that Argo Rollouts publishes (\`configurations:\`), or its schema
(\`openapi:\`), and add the fields that they leave out; or keep the name with \`disableNameSuffixHash: true\` and roll out
changes by another means.

Reported in the output of Kustomize, when only the renamed object is there; and in the sources, when a kustomization
generates the object with a hash and none that builds the Rollout has a configuration of its own.
`,
  severity: 'error',
  references: [
    'https://github.com/argoproj/argo-rollouts/blob/v1.9.1/docs/features/kustomize.md',
    'https://github.com/kubernetes-sigs/kustomize/blob/master/api/internal/konfig/builtinpluginconsts/namereference.go',
    'https://github.com/kubernetes-sigs/kustomize/blob/master/api/hasher/hasher.go',
  ],
  examples: [
    {
      bad: `${configMap('jar-settings-t757gk2bmf')}---${jar(FROM('jar-settings # <-- error'))}`,
      good: unmarked(`${configMap('jar-settings-t757gk2bmf')}---${jar(FROM('jar-settings-t757gk2bmf'))}`),
    },
    // A Secret in a volume, with the prefix that the Rollout has got too.
    {
      bad: `${configMap('prod-jar-login-t757gk2bmf').replace('ConfigMap', 'Secret').replace('data: {MODE: fast}', '')}---${jar('volumeMounts: []', 'prod-jar').replace('      containers:', '      volumes:\n        - name: login\n          secret:\n            secretName: jar-login # <-- error\n      containers:')}`,
    },
    // Services, templates and claims get prefixes too.
    {
      bad: `
apiVersion: v1
kind: Service
metadata: {name: prod-jar}
spec: {ports: [{port: 80}]}
---
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata: {name: prod-success}
spec: {metrics: []}
---${jar('ports: []', 'prod-jar', 'blueGreen:\n  activeService: jar # <-- error\n  prePromotionAnalysis:\n    templates:\n      - templateName: success # <-- error')}`,
      good: unmarked(`
apiVersion: v1
kind: Service
metadata: {name: prod-jar}
spec: {ports: [{port: 80}]}
---${jar('ports: []', 'prod-jar', 'blueGreen:\n  activeService: prod-jar')}`),
    },
    {
      bad: `
apiVersion: v1
kind: List
items:
  - {apiVersion: v1, kind: ConfigMap, metadata: {name: jar-t757gk2bmf}}
  - apiVersion: argoproj.io/v1alpha1
    kind: Rollout
    metadata: {name: jar}
    spec: {template: {spec: {containers: [{name: jar, envFrom: [{configMapRef: {name: jar}}]}]}}} # <-- error
`,
    },
    // In the sources: the generator's hash.
    {
      bad: {
        files: {
          'base/jar.yaml': jar(FROM('jar-settings # <-- error')),
          'base/kustomization.yaml': 'resources: [jar.yaml]\n',
          'prod/kustomization.yaml':
            'resources: [../base]\nconfigMapGenerator: [{name: jar-settings, literals: [MODE=fast]}]\n',
        },
      },
      good: {
        files: {
          'base/jar.yaml': jar(FROM('jar-settings')),
          'base/kustomization.yaml': 'resources: [jar.yaml]\nconfigurations: [rollout-transform.yaml]\n',
          'prod/kustomization.yaml':
            'resources: [../base]\nconfigMapGenerator: [{name: jar-settings, literals: [MODE=fast]}]\n',
        },
      },
    },
    // The name is kept; the object is a plain one; or another kustomization generates it.
    {
      good: {
        files: {
          'jar.yaml': jar(FROM('jar-settings')),
          'kustomization.yaml':
            'resources: [jar.yaml]\nconfigMapGenerator: [{name: jar-settings}]\ngeneratorOptions: {disableNameSuffixHash: true}\n',
        },
      },
    },
    {
      good: {
        files: {
          'jar.yaml': jar(FROM('jar-settings')),
          'kustomization.yaml':
            'resources: [jar.yaml]\nsecretGenerator: [{name: jar-settings}, {name: other}]\nconfigMapGenerator: [{name: jar-settings, options: {disableNameSuffixHash: true}}]\n',
        },
      },
    },
    {
      good: {
        files: {
          'a/jar.yaml': jar(FROM('jar-settings')),
          'a/kustomization.yaml': 'resources: [jar.yaml]\n',
          'b/kustomization.yaml': 'configMapGenerator: [{name: jar-settings}]\n',
        },
      },
    },
    // Built-in kinds are followed.
    {
      good: {
        files: {
          'jar.yaml': jar(FROM('jar-settings'))
            .replace('argoproj.io/v1alpha1', 'apps/v1')
            .replace('Rollout', 'Deployment'),
          'kustomization.yaml': 'resources: [jar.yaml]\nconfigMapGenerator: [{name: jar-settings}]\n',
        },
      },
    },
    // The old name is there as well, or two new ones are: nothing is certain.
    {
      good: unmarked(
        `${configMap('jar-settings-t757gk2bmf')}---${configMap('jar-settings')}---${jar(FROM('jar-settings'))}`,
      ),
    },
    {
      good: unmarked(
        `${configMap('jar-settings-t757gk2bmf')}---${configMap('jar-settings-9h2dh4dkhk')}---${jar(FROM('jar-settings'))}`,
      ),
    },
    // The pods do without it.
    {
      good: unmarked(
        `${configMap('jar-settings-t757gk2bmf')}---${jar('envFrom: [{configMapRef: {name: jar-settings, optional: true}}]')}`,
      ),
    },
    // Another Service that only sounds like it: rollout-service-missing speaks.
    {
      good: `
apiVersion: v1
kind: Service
metadata: {name: jar-preview}
spec: {ports: [{port: 80}]}
---${jar('ports: []', 'jar', 'blueGreen:\n  activeService: jar')}`,
    },
  ],
  kinds: ['argoproj.io/Rollout'],
  resource(rollout, { index, report }) {
    const seen = new Set<string>();
    for (const { at, reference } of namesIn(rollout, index)) {
      const key = `${reference.type} ${reference.name}`;
      if (seen.has(key) || hasPlaceholder(reference.name)) continue;
      seen.add(key);
      const kind = reference.type.slice(reference.type.indexOf('/') + 1);
      const renamed = index.renamed(reference, rollout);
      if (renamed && (hasHash(renamed) || index.isClosed(rollout))) {
        report({
          at,
          message: `${rollout.title} asks for ${kind} "${reference.name}", but only "${renamed.name}" is there: kustomize renames objects and doesn't follow their names inside a Rollout`,
          related: [{ at: renamed.root.at('metadata'), message: 'renamed' }],
        });
      } else if (index.isHashedUnseen(reference, rollout) && index.find(reference, rollout).length === 0) {
        report({
          at,
          message: `${rollout.title} asks for ${kind} "${reference.name}", which kustomize generates under a name with a hash: it doesn't follow names inside a Rollout`,
        });
      }
    }
  },
});

interface NamedObject {
  readonly at: Node;
  readonly reference: Reference;
}

function hasHash({ name = '' }: Resource): boolean {
  return nameBeforeHash(name) !== undefined;
}

/** Where a Rollout names other objects that it can't do without. */
function namesIn(rollout: Resource, index: ResourceIndex): NamedObject[] {
  const { namespace } = rollout;
  const named = (type: string) => (at: Node) => {
    const name = at.string();
    return name ? [{ at, reference: { type, name, namespace } }] : [];
  };
  const pods = podsOf(rollout);
  const required = pods.flatMap(configReferencesOf).filter(({ optional }) => !optional);
  return [
    ...required.map(({ at, type, name }) => ({ at, reference: { type, name, namespace } })),
    ...pods
      .flatMap((pod) => claimsOf(pod, index))
      .flatMap(({ name }) => named('core/PersistentVolumeClaim')(name as Node)),
    ...steeredServicesOf(rollout).flatMap(named('core/Service')),
    ...templatesIn(rollout).flatMap((template) => {
      const cluster = template.at('clusterScope').boolean();
      return named(`argoproj.io/${cluster ? 'ClusterAnalysisTemplate' : 'AnalysisTemplate'}`)(
        template.at('templateName'),
      );
    }),
  ];
}

/** The analysis templates that a strategy names. */
function templatesIn(rollout: Resource): Node[] {
  const strategy = (rollout.root as Node).at('spec').at('strategy');
  const [canary, blueGreen] = [strategy.at('canary'), strategy.at('blueGreen')];
  const analyses = [
    canary.at('analysis'),
    ...canary
      .at('steps')
      .items()
      .map((step) => (step as Node).at('analysis')),
    blueGreen.at('prePromotionAnalysis'),
    blueGreen.at('postPromotionAnalysis'),
  ];
  return analyses.flatMap((analysis) => analysis.at('templates').items() as Node[]);
}
