import {
  configReferencesOf,
  containersOf,
  defineRule,
  followsChanges,
  missesChanges,
  type Node,
  type Pod,
  type ResourceIndex,
  subPathsOf,
} from 'rollsafe';

const shop = (volume: string, mount: string, kind = 'Deployment', template = '') => `
apiVersion: ${kind === 'Rollout' ? 'argoproj.io/v1alpha1' : 'apps/v1'}
kind: ${kind}
metadata: {name: shop}
spec:
  template:
    metadata: {labels: {app: shop}${template}}
    spec:
      volumes:
        - {name: files, ${volume}}
      containers:
        - name: shop
          image: registry.example.com/shop:1.4.0
          volumeMounts:
            - {name: files, mountPath: /etc/shop/app.yaml${mount}
`;

const MARKED = ', subPath: app.yaml} # <-- info';
const PLAIN = ', subPath: app.yaml}';

export default defineRule({
  summary: 'A mounted file that never changes while the container runs',
  why: `
The kubelet refreshes the volumes that it makes of ConfigMaps, Secrets, projected sources and the downward API, but not what
a container mounts from them by \`subPath\` or \`subPathExpr\`: such a file stays as it was when the container started. A
rotated certificate or token is then missed until the pod is replaced.

Mount the volume as a folder of its own, and point the program to the file in it. It is fine where the content never
changes, or only together with the pods.

When the object is among the manifests and a change of it starts no rollout, \`config-change-no-rollout\` says so instead.
Not reported: names that end in a hash, immutable objects, a checksum in the pod template or a reloader, and Jobs.
`,
  severity: 'info',
  references: [
    'https://kubernetes.io/docs/concepts/storage/volumes/#using-subpath',
    'https://kubernetes.io/docs/concepts/configuration/configmap/#mounted-configmaps-are-updated-automatically',
  ],
  examples: [
    {
      bad: shop('configMap: {name: shop-settings}', MARKED),
      good: shop('configMap: {name: shop-settings}', '}'),
    },
    { bad: shop('secret: {secretName: shop-tls}', MARKED, 'Rollout') },
    {
      bad: shop(
        'projected: {sources: [{serviceAccountToken: {path: token}}]}',
        ', subPath: token} # <-- info',
      ),
    },
    {
      bad: shop(
        'downwardAPI: {items: [{path: labels, fieldRef: {fieldPath: metadata.labels}}]}',
        ', subPathExpr: labels} # <-- info',
      ),
      good: shop(
        'downwardAPI: {items: [{path: cpu, resourceFieldRef: {resource: limits.cpu}}]}',
        ', subPath: cpu}',
      ),
    },
    {
      bad: `
{"apiVersion": "v1", "kind": "List", "items": [
  {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "shop"}, "spec": {
    "volumes": [{"name": "files", "configMap": {"name": "shop"}}],
    "containers": [{"name": "shop", "volumeMounts": [{"name": "files", "mountPath": "/a", "subPath": "a"}]}] # <-- info
  }}
]}
`,
    },
    // The object is here: config-change-no-rollout speaks.
    {
      good: `
apiVersion: v1
kind: ConfigMap
metadata: {name: shop-settings}
data: {app.yaml: "mode: fast"}
---${shop('configMap: {name: shop-settings}', PLAIN)}`,
    },
    // The pods change with the content.
    { good: shop('configMap: {name: shop-settings-t757gk2bmf}', PLAIN) },
    {
      good: shop(
        'configMap: {name: shop-settings}',
        PLAIN,
        'Deployment',
        ', annotations: {checksum/config: 8d1f}',
      ),
    },
    // Volumes that are the containers' own.
    { good: shop('emptyDir: {}', PLAIN) },
    { good: shop('persistentVolumeClaim: {claimName: shop}', PLAIN) },
    // A new process each time.
    {
      good: shop('configMap: {name: shop-settings}', PLAIN)
        .replace('apps/v1', 'batch/v1')
        .replace('Deployment', 'Job'),
    },
  ],
  pod(spec, { pod, index, report }) {
    if (pod.runsToCompletion) return;
    for (const volume of spec.at('volumes').items()) {
      if (!mayChange(volume, pod, index)) continue;
      for (const path of subPathsOf(volume as Node, containersOf(pod))) {
        report({
          at: path,
          message: `the file at ${path.string()} of volume "${volume.at('name').string()}" stays as it is when the container starts: a subPath mount is never refreshed`,
        });
      }
    }
  },
});

/** Whether the kubelet would refresh a volume, and no other rule speaks of that. */
function mayChange(volume: Node<unknown>, pod: Pod, index: ResourceIndex): boolean {
  const references = configReferencesOf(pod).filter(({ volume: own }) => own?.path === volume.path);
  if (references.some((reference) => missesChanges(reference, index))) return false;
  if (references.some((reference) => !followsChanges(reference, index))) return true;
  const sources = [volume, ...(volume.at('projected').at('sources').items() as Node[])];
  return sources.some(
    (source) => source.at('serviceAccountToken').isMap || showsMetadata(source.at('downwardAPI')),
  );
}

/** Labels and annotations of a pod can change while it runs; its resources can't. */
function showsMetadata(downward: Node): boolean {
  return (downward.at('items').items() as Node[]).some((item) =>
    /^metadata\.(?:labels|annotations)/.test(item.at('fieldRef').at('fieldPath').string() ?? ''),
  );
}
