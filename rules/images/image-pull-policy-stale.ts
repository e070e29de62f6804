import { containersOf, defineRule, type Node, offer, type Pod, setValue } from 'rollsafe';
import { effectiveTag, kustomizeImageName, parseImageReference } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'An image "latest" that is not pulled again',
  why: `
With \`IfNotPresent\` or \`Never\` a node that already has an image named \`latest\` runs what it has, whatever the registry holds
by now. A node that never had it pulls today's. So pods of one Deployment run different bytes under one name, a restart
changes nothing on one node and everything on the next, and no revision says which.

Name a version, best with its digest: then IfNotPresent is the right policy. With \`Always\` at least new pods run the same.

Fine to ignore where the image is loaded into the only node by hand (kind, minikube). Not reported: an image with a digest,
which is always the same bytes; another tag; an image that a kustomization of the project rewrites.
`,
  severity: 'warning',
  references: [
    'https://kubernetes.io/docs/concepts/containers/images/#image-pull-policy',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/apis/core/v1/defaults.go',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/util/parsers/parsers.go',
  ],
  examples: [
    {
      bad: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
        - name: web
          image: registry.example.com/web:latest # <-- related
          imagePullPolicy: IfNotPresent # <-- warning
`,
      good: `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
        - name: web
          image: registry.example.com/web:latest
          imagePullPolicy: Always
`,
    },
    // No tag means latest; in every container, and in a volume made of an image.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  strategy: {canary: {}}
  template:
    spec:
      initContainers:
        - {name: migrate, image: registry.example.com/migrate, imagePullPolicy: Never} # <-- warning
      containers:
        - name: web
          imagePullPolicy: IfNotPresent # <-- warning
          image: localhost:5000/web
      volumes:
        - name: model
          image:
            reference: registry.example.com/model
            pullPolicy: IfNotPresent # <-- warning
`,
    },
    // The default, another tag, a digest, and what isn't known.
    {
      good: `
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: by-default
      image: registry.example.com/web:latest
    - name: empty
      image: registry.example.com/web:latest
      imagePullPolicy: ""
    - name: version
      image: registry.example.com/web:1.4.0
      imagePullPolicy: IfNotPresent
    - name: digest
      image: registry.example.com/web:latest@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
      imagePullPolicy: IfNotPresent
    - name: digest-alone
      image: registry.example.com/web@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
      imagePullPolicy: Never
    - name: unknown
      image: registry.example.com/web:\${TAG}
      imagePullPolicy: IfNotPresent
    - name: unknown-policy
      image: registry.example.com/web:latest
      imagePullPolicy: "{{ .Values.pullPolicy }}"
`,
    },
    // A kustomization gives the image its tag.
    {
      good: {
        files: {
          'kustomization.yaml': `
resources: [web.yaml]
images:
  - name: web
    newName: registry.example.com/web
    newTag: 1.4.0
`,
          'web.yaml': `
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: web
      image: web
      imagePullPolicy: IfNotPresent
`,
        },
      },
    },
  ],
  pod(_, { pod, index, report }) {
    for (const { image, policy } of pullsOf(pod)) {
      const text = image.string();
      const pull = policy.string();
      if (text === undefined || (pull !== 'IfNotPresent' && pull !== 'Never') || !isLatest(text)) continue;
      const name = kustomizeImageName(text);
      if (name !== undefined && index.rewritesImage(pod.resource, name)) continue;
      report({
        at: policy,
        message: `"${text}" means latest, and with ${pull} each node runs the bytes that it happens to have: pods of one version differ`,
        related: [{ at: image, message: 'the image' }],
        fixes: offer('suggestion', 'Pull it always', setValue(policy, 'Always')),
      });
    }
  },
});

interface Pull {
  readonly image: Node;
  readonly policy: Node;
}

/** What a pod pulls, with its policies: the images of containers, and those that are volumes (KEP-4639). */
function pullsOf(pod: Pod): Pull[] {
  const volumes = (pod.spec.at('volumes').items() as Node[]).map((volume) => volume.at('image'));
  return [
    ...containersOf(pod).map(({ node }) => ({ image: node.at('image'), policy: node.at('imagePullPolicy') })),
    ...volumes.map((volume) => ({ image: volume.at('reference'), policy: volume.at('pullPolicy') })),
  ] as Pull[];
}

/** Nothing is said of a text that isn't a reference, or not yet. */
function isLatest(text: string): boolean {
  const result = parseImageReference(text);
  if (!('reference' in result) || result.reference.digest !== undefined) return false;
  return effectiveTag(result.reference) === 'latest';
}
