import {
  defineRule,
  type Fix,
  imagesOf,
  type Node,
  offer,
  type Resource,
  type RuleContext,
  replaceScalar,
  setValue,
} from 'rollsafe';
import { hasPlaceholder, kustomizeImageName, parseImageReference } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'An image that is not an image reference',
  why: `
The API server hardly looks at \`image\`: it takes any text that isn't empty into a pod template. What it means is found out
on the node, and a text that is no reference ends there as InvalidImageName: no pod of the new revision starts, and a rollout
stands still until its deadline. White space at either end is refused even earlier, with the first pod.

The usual causes: a number that became a float on its way through a template (\`2.9e+07\`), a URL copied from a browser, an
upper-case letter in the repository, an empty variable that leaves a ":" or "@" behind, a digest cut short. Names that
another tool still fills in (\`\${TAG}\`, \`{{ .Values.tag }}\`) and names that a kustomization of the project replaces are
left alone.

The fix takes away white space around a reference, which no cluster accepts.
`,
  severity: 'error',
  references: [
    'https://github.com/distribution/reference/blob/v0.6.0/regexp.go',
    'https://github.com/distribution/reference/blob/v0.6.0/normalize.go',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/kubelet/images/image_manager.go',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/apis/core/validation/validation.go',
    'https://kubernetes.io/docs/concepts/containers/images/',
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
      initContainers:
        - name: migrate
          image: registry.example.com/Web:1.4.0 # <-- error
      containers:
        - name: web
          image: registry.example.com/web:2.9111998e+07 # <-- error
        - name: proxy
          image: https://registry.example.com/proxy:1.30.0 # <-- error
        - name: cache
          image: "registry.example.com/cache:" # <-- error
        - name: log-shipper
          image: registry.example.com/log-shipper@sha256:9b1c # <-- error
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
      initContainers:
        - name: migrate
          image: registry.example.com/web:1.4.0
      containers:
        - name: web
          image: registry.example.com/web:29111998
        - name: proxy
          image: registry.example.com:5000/proxy:1.30.0
        - name: cache
          image: "registry.example.com/cache"
        - name: log-shipper
          image: registry.example.com/log-shipper@sha256:dbcc1c35ac38df41fd2f5e4130b32ffdb93ebae8b3dbe638c23575912276fc9c
`,
    },
    // White space around a reference is taken away.
    {
      bad: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  selector:
    matchLabels: {app: web}
  strategy:
    canary: {}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
        - name: web
          image: "registry.example.com/web:1.4.0 " # <--
        - {name: proxy, image: '  registry.example.com/proxy:1.30.0'} # <--
`,
      good: `
apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata:
  name: web
spec:
  selector:
    matchLabels: {app: web}
  strategy:
    canary: {}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
        - name: web
          image: "registry.example.com/web:1.4.0"
        - {name: proxy, image: 'registry.example.com/proxy:1.30.0'}
`,
    },
    // No fix where more than white space is wrong, where it is written as an escape, or in a block.
    {
      bad: `
apiVersion: batch/v1
kind: CronJob
metadata:
  name: report
spec:
  schedule: "0 5 * * *"
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: Never
          volumes:
            - name: model
              image: {reference: "registry.example.com/Model:1.0.0 "} # <--
          containers:
            - name: report
              image: "registry.example.com/report:1.0.0\\n" # <--
            - name: upload
              image: | # <--
                registry.example.com/upload:1.0.0
`,
    },
    // What isn't there or isn't a text, and the " " that OpenShift's image triggers replace.
    {
      good: `
apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: Pod
    metadata: {name: web}
    spec:
      containers:
        - {name: empty, image: ""}
        - {name: trigger, image: " "}
        - {name: nothing, image: null}
        - {name: number, image: 17}
        - {name: missing}
      volumes:
        - {name: no-image, emptyDir: {}}
`,
    },
    // Placeholders.
    {
      good: `
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: web
      image: "registry.example.com/web:\${TAG}"
    - name: proxy
      image: "{{ .Values.proxy.image }}"
    - name: cache
      image: $(CACHE_IMAGE)
    - name: log-shipper
      image: <your registry>/log-shipper
`,
    },
    // A name that a kustomization replaces.
    {
      good: {
        files: {
          'base/kustomization.yaml': `
resources: [web.yaml]
`,
          'base/web.yaml': `
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: web
      image: WEB_IMAGE
`,
          'production/kustomization.yaml': `
resources: [../base]
images:
  - name: WEB_IMAGE
    newName: registry.example.com/web
    newTag: 1.4.0
`,
        },
      },
    },
    {
      bad: {
        files: {
          'kustomization.yaml': `
resources: [web.yaml]
images:
  - name: web
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
      image: web:2.9e+07 # <--
    - name: proxy
      image: PROXY_IMAGE # <--
`,
        },
      },
    },
  ],
  pod(_, context) {
    for (const image of imagesOf(context.pod)) check(image, context.pod.resource, context);
  },
});

function check(image: Node, resource: Resource, { index, report }: RuleContext): void {
  const text = image.string();
  if (text === undefined || text.trim() === '' || hasPlaceholder(text)) return;
  const result = parseImageReference(text);
  if (!('problem' in result)) return;
  const name = kustomizeImageName(text);
  if (name !== undefined && index.rewritesImage(resource, name)) return;
  report({
    at: image,
    message: `${quote(text)} is no image that a node can pull, so no pod starts with it: ${result.problem}`,
    fixes: [...trimmed(image, text), ...respelled(image, text)],
  });
}

/** Takes white space away where it stands as such between quotes and nothing else is wrong. */
function trimmed(image: Node, text: string): readonly Fix[] {
  const { source, span } = image;
  const reference = text.trim();
  const quote = source.text[span.start];
  if (source.text.slice(span.start + 1, span.end - 1) !== text) return [];
  if ('problem' in parseImageReference(reference)) return [];
  return offer(
    'safe',
    'Remove the white space around the image',
    replaceScalar(image, `${quote}${reference}${quote}`),
  );
}

/** The usual slips: the address from a browser, and capitals; a word in capitals alone stands for something else. */
function respelled(image: Node, text: string): readonly Fix[] {
  const bare = text.replace(/^https?:\/\//, '');
  const candidates = /[a-z]/.test(bare) ? [bare, bare.toLowerCase()] : [bare];
  const right = candidates.find((candidate) => 'reference' in parseImageReference(candidate));
  return right === undefined ? [] : offer('suggestion', `Write ${right}`, setValue(image, right));
}

function quote(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}
