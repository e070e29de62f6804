import {
  type ConfigReference,
  configReferencesOf,
  defineRule,
  type Fix,
  type Node,
  nearest,
  objectsNamedBy,
  offer,
  type Problem,
  type Resource,
  type ResourceIndex,
  setValue,
  titleOfReference,
} from 'rollsafe';
import { hasPlaceholder } from 'rollsafe/kubernetes';

const SETTINGS = `
apiVersion: v1
kind: ConfigMap
metadata:
  name: shop-settings
data: {MODE: fast}
`;

/** A workload whose container has these fields. */
const shop = (container: string, kind = 'Deployment', volumes = '') => `
apiVersion: ${kind === 'Rollout' ? 'argoproj.io/v1alpha1' : 'apps/v1'}
kind: ${kind}
metadata: {name: shop}
spec:
  template:
    spec:${volumes}
      containers:
        - name: shop
          image: registry.example.com/shop:1.4.0
          ${container.trim().replaceAll('\n', '\n          ')}
`;

const FROM = (name: string) => `envFrom:\n  - configMapRef:\n      name: ${name}`;
const KEY = (key: string, more = '') =>
  `env:\n  - name: MODE\n    valueFrom:\n      configMapKeyRef:\n        name: shop-settings\n        key: ${key}${more}`;
const TLS = '\n      volumes:\n        - name: tls\n          secret:\n            secretName: shop-tls';
const MOUNT = 'volumeMounts: [{name: tls, mountPath: /etc/tls}]';

/** An object of another API that makes the Secret. */
const custom = (apiVersion: string, kind: string, spec: string, name = 'shop-tls') => `
apiVersion: ${apiVersion}
kind: ${kind}
metadata: {name: ${name}}
spec: ${spec}
`;

export default defineRule({
  summary: 'A ConfigMap, Secret or key that is not there',
  why: `
A container whose variables come from a ConfigMap, Secret or key that doesn't exist stops at CreateContainerConfigError, and
a pod whose volume comes from one waits in ContainerCreating. In an update the new pods never become ready: it hangs until
its progress deadline, and with \`maxUnavailable\` above 0 some of the old pods are gone by then.

Create the object in the same namespace, correct the name, or say \`optional: true\` where the program does without.

Reported only where everything that is applied together is at hand (a folder, a rendered stream) and nothing else in the
project has the object or speaks of making it: a generator of a kustomization, a custom object such as a Certificate, an
ExternalSecret or a SealedSecret, a program that is given the name. A whole Secret that is missing is
a warning only, since Secrets are often made by hand, by a script or by another repository: turn the rule off for such files. A key is missed only in an object that is here and has data.
`,
  severity: { default: 'error', secret: 'warning' },
  references: [
    'https://kubernetes.io/docs/concepts/configuration/configmap/',
    'https://kubernetes.io/docs/concepts/configuration/secret/#restriction-secret-must-exist',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/kubelet/kubelet_pods.go',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/volume/configmap/configmap.go',
  ],
  examples: [
    {
      bad: `${SETTINGS}---${shop(FROM('shop-setings # <-- error'))}`,
      good: `${SETTINGS}---${shop(FROM('shop-settings'))}`,
    },
    {
      bad: shop(MOUNT, 'Rollout', `${TLS} # <-- warning`),
      good: `${shop(MOUNT, 'Rollout', TLS)}---
apiVersion: v1
kind: Secret
metadata: {name: shop-tls}
data: {tls.crt: Y3J0, tls.key: a2V5}
`,
    },
    {
      bad: shop(
        MOUNT,
        'StatefulSet',
        '\n      volumes:\n        - name: tls\n          projected:\n            sources:\n              - secret: {name: shop-tls} # <-- warning',
      ),
      good: shop(
        MOUNT,
        'StatefulSet',
        '\n      volumes:\n        - name: tls\n          projected:\n            sources:\n              - secret: {name: shop-tls, optional: true}',
      ),
    },
    // A key.
    {
      bad: `${SETTINGS.replace('metadata:', 'metadata: # <-- related')}---${shop(KEY('MOD # <-- error'))}`,
      good: `${SETTINGS}---${shop(KEY('MODE'))}`,
    },
    {
      bad: `
apiVersion: v1
kind: Secret
metadata: {name: shop-tls}
stringData: {tls.crt: crt}
---${shop(MOUNT, 'Deployment', `${TLS}\n            items: [{key: tls.crt, path: crt}, {key: tls.key, path: key}] # <-- error`)}`,
      good: `
apiVersion: v1
kind: Secret
metadata: {name: shop-tls}
stringData: {tls.crt: crt}
data: {tls.key: a2V5}
---${shop(MOUNT, 'Deployment', `${TLS}\n            items: [{key: tls.crt, path: crt}, {key: tls.key, path: key}]`)}`,
    },
    // Jobs, also those of an analysis, need theirs as well.
    {
      bad: `
apiVersion: v1
kind: List
items:
  - apiVersion: batch/v1
    kind: CronJob
    metadata: {name: report}
    spec:
      jobTemplate:
        spec:
          template:
            spec:
              initContainers:
                - {name: wait, envFrom: [{secretRef: {name: report-login}}]} # <-- warning
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: AnalysisTemplate
metadata: {name: smoke}
spec:
  args: [{name: login}]
  metrics:
    - name: smoke
      provider:
        job:
          spec:
            template:
              spec:
                containers:
                  - {name: smoke, envFrom: [{secretRef: {name: "{{args.login}}"}}]}
`,
    },
    // In another namespace it isn't reached.
    {
      bad: `${SETTINGS.replace('name: shop-settings', 'name: shop-settings\n  namespace: office').replace('metadata:', 'metadata: # <-- related')}---${shop(FROM('shop-settings # <-- error')).replace('{name: shop}', '{name: shop, namespace: shop}')}`,
      good: `${SETTINGS}---${shop(FROM('shop-settings')).replace('{name: shop}', '{name: shop, namespace: shop}')}`,
    },
    // The same name asked for twice is one finding; a place that needs it counts before one that doesn't.
    {
      bad: shop(
        'envFrom:\n  - secretRef: {name: login, optional: true}\n  - secretRef: {name: login} # <-- warning\n  - secretRef: {name: login}',
      ),
    },
    { good: shop('envFrom: [{configMapRef: {name: shop-settings, optional: true}}]') },
    { good: `${SETTINGS}---${shop(KEY('MOD', '\n        optional: true'))}` },
    // Image pull secrets are not looked for.
    { good: shop('ports: []', 'Deployment', '\n      imagePullSecrets: [{name: registry}]') },
    // A single file proves nothing, and the object may be in another folder of the project.
    { good: { files: { 'shop.yaml': shop(FROM('shop-settings')) }, closed: false } },
    { good: { files: { 'apps/shop.yaml': shop(FROM('shop-settings')), 'config/shop.yaml': SETTINGS } } },
    {
      good: {
        files: {
          'apps/shop.yaml': shop(FROM('shop-settings')),
          'config/kustomization.yaml': 'configMapGenerator: [{name: shop-settings, literals: [MODE=fast]}]\n',
        },
      },
    },
    // Something else makes it.
    {
      good: `${custom('cert-manager.io/v1', 'Certificate', '{secretName: shop-tls}', 'shop')}---${shop(MOUNT, 'Deployment', TLS)}`,
    },
    {
      good: `${custom('external-secrets.io/v1', 'ExternalSecret', '{}')}---${shop(MOUNT, 'Deployment', TLS)}`,
    },
    {
      good: `${custom('external-secrets.io/v1', 'ExternalSecret', '{target: {name: shop-tls}}', 'vault')}---${shop(MOUNT, 'Deployment', TLS)}`,
    },
    {
      good: `${custom('bitnami.com/v1alpha1', 'SealedSecret', '{encryptedData: {tls.key: AgBy}}')}---${shop(MOUNT, 'Deployment', TLS)}`,
    },
    {
      good: `${custom('secrets-store.csi.x-k8s.io/v1', 'SecretProviderClass', '{secretObjects: [{secretName: shop-tls, type: Opaque}]}', 'vault')}---${shop(MOUNT, 'Deployment', TLS)}`,
    },
    { good: `${custom('db.example.com/v1', 'Database', '{}', 'shop')}---${shop(MOUNT, 'Deployment', TLS)}` },
    {
      good: `${shop(MOUNT, 'Deployment', TLS)}---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: {name: shop, annotations: {cert-manager.io/cluster-issuer: acme}}
spec: {tls: [{secretName: shop-tls, hosts: [shop.example.com]}]}
`,
    },
    // A hook of the chart makes it before the release.
    {
      good: `${shop(MOUNT, 'Deployment', TLS)}---
apiVersion: batch/v1
kind: Job
metadata: {name: make-certificate, annotations: {helm.sh/hook: pre-install}}
spec:
  template:
    spec:
      containers: [{name: make, image: "registry.example.com/certgen:1.0.0", args: [create, --secret-name=shop-tls]}]
`,
    },
    // Kubernetes puts it into every namespace, and made the token of a service account.
    {
      good: shop(
        'volumeMounts: []',
        'Deployment',
        '\n      volumes:\n        - {name: ca, configMap: {name: kube-root-ca.crt}}\n        - {name: token, secret: {secretName: shop-token-x7k2p}}',
      ),
    },
    // An object without data is filled at run time.
    {
      good: `
apiVersion: v1
kind: Secret
metadata: {name: shop-token, annotations: {kubernetes.io/service-account.name: shop}}
type: kubernetes.io/service-account-token
---${shop('env: [{name: TOKEN, valueFrom: {secretKeyRef: {name: shop-token, key: token}}}]')}`,
    },
    // name-reference-not-rewritten speaks.
    {
      good: `${SETTINGS.replace('shop-settings', 'shop-settings-t757gk2bmf')}---${shop(FROM('shop-settings'), 'Rollout')}`,
      bad: `${SETTINGS.replace('shop-settings', 'shop-settings-t757gk2bmf')}---${shop(FROM('shop-settings # <-- error'), 'Deployment')}`,
    },
    // An export of some objects of a cluster.
    {
      good: shop(FROM('shop-settings')).replace(
        '{name: shop}',
        '{name: shop, uid: 0b0f0c9e-8a5f-4c1c-9b3a-1f4f6b1c2d3e}',
      ),
    },
    // Another tool fills it in.
    { good: shop('envFrom: [{configMapRef: {name: "${APP}-settings"}}]') },
  ],
  pod(_spec, { pod, index, report }) {
    if (!index.isClosed(pod.resource) || pod.resource.isLive) return;
    const seen = new Set<string>();
    for (const reference of configReferencesOf(pod)) {
      if (reference.optional) continue;
      const objects = objectsNamedBy(reference, index);
      if (objects.length > 0) missingKeys(reference, objects, index).forEach(report);
      else if (!seen.has(titleOfReference(reference))) missingObject(reference, index).forEach(report);
      seen.add(titleOfReference(reference));
    }
  },
});

function missingObject(reference: ConfigReference, index: ResourceIndex): Problem[] {
  const { type, name, at, pod } = reference;
  const { resource } = pod;
  const named = { type, name, namespace: resource.namespace };
  if (index.isMadeAtRunTime(name) || index.isGenerated(named)) return [];
  if (resource.type === 'argoproj.io/Rollout' && index.renamed(named, resource)) return [];
  const [elsewhere] = index.find({ ...named, namespace: undefined }, resource);
  const where = resource.namespace === undefined ? '' : ` for namespace ${resource.namespace}`;
  return [
    {
      at,
      as: type === 'core/Secret' ? 'secret' : 'default',
      message: `${titleOfReference(reference)} is nowhere in these manifests${where}: ${consequenceOf(reference)}`,
      related: elsewhere
        ? [{ at: elsewhere.root.at('metadata'), message: `this one is in namespace ${elsewhere.namespace}` }]
        : [],
      fixes: [...nearNames(reference, index), ...maybeMissing(reference)],
    },
  ];
}

/** The keys that none of the objects has. What isn't whole here, or is filled at run time, proves nothing. */
function missingKeys(
  reference: ConfigReference,
  objects: readonly Resource[],
  index: ResourceIndex,
): Problem[] {
  const known = objects.flatMap((object) => (index.isClosed(object) ? (keysOf(object) ?? []) : []));
  if (known.length < objects.length || index.isMadeAtRunTime(reference.name)) return [];
  return reference.keys
    .filter((key) => isMissing(key, known))
    .map((key) => ({
      at: key,
      message: `${titleOfReference(reference)} has no key "${key.string()}": ${consequenceOf(reference)}`,
      related: objects.map((object) => ({ at: object.root.at('metadata'), message: 'without that key' })),
      fixes: keysInstead(key, known),
    }));
}

const MOST_SUGGESTED = 3;

/** Objects with a similar name that have the keys; room is left for doing without. */
function nearNames(reference: ConfigReference, index: ResourceIndex): Fix[] {
  const { type, name, pod } = reference;
  const places = samePlaces(reference);
  const asked = places.flatMap(({ keys }) => keys);
  const candidates = index.ofType(type, pod.resource).filter((object) => {
    const keys = keysOf(object);
    return !keys || !asked.some((key) => isMissing(key, [keys]));
  });
  const names = nearest(
    name,
    candidates.flatMap((object) => object.name ?? []),
  );
  return names
    .slice(0, MOST_SUGGESTED - 1)
    .flatMap((near) =>
      offer(
        'suggestion',
        `Take ${titleOfReference({ type, name: near })}`,
        ...places.map(({ at }) => setValue(at, near)),
      ),
    );
}

/** Each place of the pod that names the object. */
function samePlaces({ type, name, pod }: ConfigReference): ConfigReference[] {
  return configReferencesOf(pod).filter((other) => other.type === type && other.name === name);
}

function maybeMissing(reference: ConfigReference): Fix[] {
  const edits = samePlaces(reference)
    .filter(({ optional }) => !optional)
    .map(({ at }) => at.parent && setValue(at.parent.at('optional'), true));
  return offer('suggestion', 'Let the pods start without it', ...edits);
}

/** Those with a similar name first; of many the others are no help. */
function keysInstead(at: Node, known: readonly ReadonlySet<string>[]): Fix[] {
  const keys = new Set(known.flatMap((keys) => [...keys]));
  const near = nearest(at.string() ?? '', keys);
  const all = keys.size > MOST_SUGGESTED ? near : [...new Set([...near, ...keys])];
  return all.flatMap((key) => offer('suggestion', `Take the key ${key}`, setValue(at, key)));
}

function isMissing(key: Node, known: readonly ReadonlySet<string>[]): boolean {
  const name = key.string();
  return name !== undefined && name !== '' && !hasPlaceholder(name) && !known.some((keys) => keys.has(name));
}

/** The keys of an object; undefined when it has no data, or data of another type. */
function keysOf({ root }: Resource): ReadonlySet<string> | undefined {
  const parts = ['data', 'stringData', 'binaryData'].map((part) => (root as Node).at(part));
  if (parts.some((part) => part.exists && !part.isMap)) return undefined;
  const keys = parts.flatMap((part) => part.fields().map(([key]) => key));
  return keys.length > 0 ? new Set(keys) : undefined;
}

function consequenceOf({ container, pod }: ConfigReference): string {
  if (!container)
    return `without it the pods of ${pod.resource.title} wait for a volume that can't be mounted`;
  const name = container.name === '' ? 'a container' : `container "${container.name}"`;
  return `without it ${name} of ${pod.resource.title} never starts (CreateContainerConfigError)`;
}
