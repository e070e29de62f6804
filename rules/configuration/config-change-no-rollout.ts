import {
  type ConfigReference,
  configReferencesOf,
  defineRule,
  missesChanges,
  objectsNamedBy,
  titleOfReference,
} from 'rollsafe';

const CONFIG_MAP = `
apiVersion: v1
kind: ConfigMap
metadata: {name: shop-settings}
data: {MODE: fast, app.yaml: "mode: fast"}
`;

interface Shape {
  readonly kind?: string;
  readonly annotations?: string;
  readonly template?: string;
  readonly more?: string;
}

/** A workload whose container has these fields. */
const shop = (
  container: string,
  { kind = 'Deployment', annotations = '', template = '', more = '' }: Shape = {},
) => `
apiVersion: ${kind === 'Rollout' ? 'argoproj.io/v1alpha1' : 'apps/v1'}
kind: ${kind}
metadata: {name: shop${annotations && `, annotations: {${annotations}}`}}
spec:
  selector: {matchLabels: {app: shop}}
  template:
    metadata: {labels: {app: shop}${template && `, annotations: {${template}}`}}
    spec:${more}
      containers:
        - name: shop
          image: registry.example.com/shop:1.4.0
          ${container.trim().replaceAll('\n', '\n          ')}
`;

const ENV_FROM = 'envFrom: [{configMapRef: {name: shop-settings}}]';
const ENV_FROM_MARKED = `envFrom:
  - configMapRef:
      name: shop-settings # <-- warning`;

const VOLUME = '\n      volumes: [{name: settings, configMap: {name: shop-settings}}]';

export default defineRule({
  summary: 'Configuration whose changes reach no running pod',
  why: `
Environment variables are set when a container starts, and a file mounted by \`subPath\` is copied then. A later change of
the ConfigMap or Secret reaches neither: \`kubectl get\` shows the new value, the processes go on with the old one, and
whichever pod happens to restart next is the first to try it, alone, without any rollout to stop.

Give the change a rollout: let Kustomize generate the object, which puts a hash of the content into its name and into the
references; in a chart, put a checksum of it into an annotation of the pod template (\`checksum/config\`); or let a
controller such as Stakater Reloader watch it. It is fine to ignore where every change of the object is followed by
\`kubectl rollout restart\` anyway.

One finding for each pod template, at the first place. Not reported: whole-volume mounts, which the kubelet refreshes;
objects that aren't here, immutable ones and names that end in a hash; Jobs, which start anew each time. Any checksum in
the template is taken to cover all of its objects.
`,
  severity: 'warning',
  references: [
    'https://kubernetes.io/docs/concepts/configuration/configmap/#mounted-configmaps-are-updated-automatically',
    'https://kubernetes.io/docs/concepts/storage/volumes/#configmap',
    'https://helm.sh/docs/howto/charts_tips_and_tricks/#automatically-roll-deployments',
    'https://github.com/stakater/Reloader',
  ],
  examples: [
    {
      bad: `${CONFIG_MAP}---${shop(ENV_FROM_MARKED)}`,
      good: `${CONFIG_MAP}---${shop(ENV_FROM, { template: 'checksum/config: 8d1f' })}`,
    },
    {
      bad: `${CONFIG_MAP}---${shop('env:\n  - name: MODE\n    valueFrom:\n      configMapKeyRef:\n        name: shop-settings # <-- warning\n        key: MODE', { kind: 'Rollout' })}`,
      good: `${CONFIG_MAP.replaceAll('shop-settings', 'shop-settings-t757gk2bmf')}---${shop(ENV_FROM.replaceAll('shop-settings', 'shop-settings-t757gk2bmf'), { kind: 'Rollout' })}`,
    },
    // A part of a volume is never refreshed, a whole one is.
    {
      bad: `${CONFIG_MAP}---${shop('volumeMounts:\n  - {name: settings, mountPath: /etc/app.yaml, subPath: app.yaml} # <-- warning', { more: VOLUME })}`,
      good: `${CONFIG_MAP}---${shop('volumeMounts: [{name: settings, mountPath: /etc/shop}]', { more: VOLUME })}`,
    },
    {
      bad: `${CONFIG_MAP}---${shop('volumeMounts:\n  - {name: settings, mountPath: /etc/app.yaml, subPathExpr: $(NAME).yaml} # <-- warning', { kind: 'StatefulSet', more: '\n      volumes: [{name: settings, projected: {sources: [{configMap: {name: shop-settings}}]}}]' })}`,
    },
    // A Secret beside it: one finding for the template.
    {
      bad: `
apiVersion: v1
kind: Secret
metadata: # <-- related
  name: shop-login
stringData: {user: shop}
---${CONFIG_MAP}---${shop(`${ENV_FROM_MARKED}\nenv: [{name: DB_USER, valueFrom: {secretKeyRef: {name: shop-login, key: user}}}]`).replace(' # <-- warning', '').replace('key: user}}}]', 'key: user}}}] # <-- warning')}`,
    },
    {
      bad: `
{
  "apiVersion": "v1", "kind": "List",
  "items": [
    {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "agent"}, "data": {"LEVEL": "info"}},
    {
      "apiVersion": "apps/v1", "kind": "DaemonSet", "metadata": {"name": "agent"},
      "spec": {"template": {"spec": {
        "initContainers": [{"name": "prepare", "envFrom": [{"configMapRef": {"name": "agent"}}]}] # <-- warning
      }}}
    }
  ]
}
`,
    },
    // A checksum as any annotation, label or variable.
    { good: `${CONFIG_MAP}---${shop(ENV_FROM, { template: 'config: d41d8cd98f00b204e9800998ecf8427e' })}` },
    { good: `${CONFIG_MAP}---${shop(ENV_FROM, { template: 'example.com/config-hash: x7' })}` },
    { good: `${CONFIG_MAP}---${shop(`${ENV_FROM}\nenv: [{name: CONFIG_VERSION, value: "7"}]`)}` },
    // A chart's name with a hash in hexadecimal.
    {
      good: `${CONFIG_MAP.replaceAll('shop-settings', 'shop-settings-3f9a2c1b')}---${shop(ENV_FROM.replaceAll('shop-settings', 'shop-settings-3f9a2c1b'))}`,
    },
    // Its content can't change.
    { good: `${CONFIG_MAP}immutable: true\n---${shop(ENV_FROM)}` },
    // A reloader watches everything, this object, or what the object itself asks for.
    { good: `${CONFIG_MAP}---${shop(ENV_FROM, { annotations: 'reloader.stakater.com/auto: "true"' })}` },
    {
      good: `${CONFIG_MAP}---${shop(ENV_FROM, { annotations: 'configmap.reloader.stakater.com/reload: "other,shop-settings"' })}`,
    },
    {
      good: `${CONFIG_MAP.replace('name: shop-settings', 'name: shop-settings, annotations: {reloader.stakater.com/match: "true"}')}---${shop(ENV_FROM, { annotations: 'reloader.stakater.com/search: "true"' })}`,
      bad: `${CONFIG_MAP}---${shop(ENV_FROM_MARKED, { annotations: 'reloader.stakater.com/auto: "false", secret.reloader.stakater.com/reload: shop-settings' })}`,
    },
    {
      good: {
        files: {
          'kustomization.yaml':
            'resources: [shop.yaml]\ncommonAnnotations: {reloader.stakater.com/auto: "true"}\n',
          'shop.yaml': `${CONFIG_MAP}---${shop(ENV_FROM)}`,
        },
      },
    },
    // The object isn't here.
    { good: shop(ENV_FROM) },
    { good: shop('envFrom: [{configMapRef: {name: shop-settings, optional: true}}]') },
    {
      good: `${CONFIG_MAP.replace('{name: shop-settings}', '{name: shop-settings, namespace: office}')}---${shop(ENV_FROM).replace('{name: shop}', '{name: shop, namespace: shop}')}`,
    },
    // Which of two in other folders is meant isn't known.
    {
      good: {
        files: {
          'apps/shop.yaml': shop(ENV_FROM),
          'a/settings.yaml': CONFIG_MAP,
          'b/settings.yaml': CONFIG_MAP,
        },
      },
      bad: { files: { 'apps/shop.yaml': shop(ENV_FROM_MARKED), 'a/settings.yaml': CONFIG_MAP } },
    },
    // A new process each time.
    {
      good: `${CONFIG_MAP}---
apiVersion: batch/v1
kind: CronJob
metadata: {name: report}
spec:
  schedule: "0 5 * * *"
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: Never
          containers:
            - name: report
              image: registry.example.com/report:1.4.0
              ${ENV_FROM}
`,
    },
  ],
  pod(_spec, { pod, index, report }) {
    const stale = configReferencesOf(pod).filter((reference) => missesChanges(reference, index));
    const [first] = stale;
    if (!first) return;
    const objects = new Map(stale.map((reference) => [titleOfReference(reference), reference]));
    report({
      at: first.subPaths[0] ?? first.at,
      message: `${changesOf([...objects.keys()])} no running pod of ${pod.resource.title}: ${reasonOf(stale)}, and nothing in the pod template changes with them`,
      related: [...objects].flatMap(([title, reference]) =>
        objectsNamedBy(reference, index)
          .slice(0, 1)
          .map(({ root }) => ({ at: root.at('metadata'), message: `changes of ${title} start no rollout` })),
      ),
    });
  },
});

const MOST_NAMED = 3;

function changesOf(titles: readonly string[]): string {
  const named = titles.slice(0, MOST_NAMED);
  const others = titles.length - named.length;
  const all = others > 0 ? [...named, `${others} more`] : named;
  const last = all.length > 1 ? ` and ${all.at(-1)}` : '';
  return `changes of ${(last ? all.slice(0, -1) : all).join(', ')}${last} reach`;
}

function reasonOf(stale: readonly ConfigReference[]): string {
  const variables = stale.some(({ container }) => container);
  const files = stale.some(({ volume }) => volume);
  const ways = [...(variables ? ['variables are set'] : []), ...(files ? ['subPath mounts are made'] : [])];
  return `${ways.join(' and ')} when a container starts`;
}
