import { defineRule, imagesOf, isFilledIn, type Node, type Pod, type RuleContext } from 'rollsafe';
import {
  effectiveTag,
  type ImageReference,
  kustomizeImageName,
  parseImageReference,
} from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'An image without a digest',
  why: `
A tag is a name that its registry can point to other bytes at any time. A pod that starts later (after a restart, on a new
node, in an undo) may then run something else than its neighbours, although nothing in the manifest has changed. Nor does a
pushed tag start a rollout: with the same text there is no new revision, so no steps, no analysis and nothing to undo.

\`latest\`, which is also what an image without a tag means, is made to move, so it is an error. Every other tag is a warning,
since the manifest can't show what the registry forbids. Write the digest, with or without the tag in front of it
(\`web:1.4.0@sha256:…\`): the digest decides. Tools such as Renovate or Flux keep both up to date.

Not reported are images whose name a kustomization of the project rewrites (its output tells), and tags other than
\`latest\` that Flux updates (a \`# {"$imagepolicy": …}\` comment on the line) or that stand in a repository of
\`immutableTags\`.
`,
  severity: { default: 'warning', latest: 'error' },
  references: [
    'https://kubernetes.io/docs/concepts/containers/images/#image-names',
    'https://github.com/kubernetes/kubernetes/blob/v1.28.0/pkg/util/parsers/parsers.go',
    'https://github.com/kubernetes-sigs/kustomize/blob/kustomize/v5.4.3/api/internal/image/image.go',
    'https://fluxcd.io/flux/components/image/imageupdateautomations/',
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
          image: registry.example.com/web:1.4.0 # <-- warning
        - name: proxy
          image: nginx # <-- error
        - name: cache
          image: registry.example.com:5000/cache:latest # <-- error
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
          image: registry.example.com/web:1.4.0@sha256:dbcc1c35ac38df41fd2f5e4130b32ffdb93ebae8b3dbe638c23575912276fc9c
        - name: proxy
          image: nginx@sha256:dbcc1c35ac38df41fd2f5e4130b32ffdb93ebae8b3dbe638c23575912276fc9c
        - name: cache
          image: registry.example.com:5000/cache:latest@sha256:dbcc1c35ac38df41fd2f5e4130b32ffdb93ebae8b3dbe638c23575912276fc9c
`,
    },
    // Wherever a pod pulls an image.
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
      volumes:
        - name: model
          image:
            reference: registry.example.com/model:3 # <-- warning
      initContainers:
        - name: migrate
          image: registry.example.com/web:main # <-- warning
        - name: proxy
          image: docker.io/envoyproxy/envoy # <-- error
          restartPolicy: Always
      containers:
        - {name: web, image: "registry.example.com/web:1.4.0"} # <-- warning
`,
    },
    {
      bad: `
apiVersion: v1
kind: List
items:
  - apiVersion: batch/v1
    kind: Job
    metadata: {name: migrate}
    spec:
      template:
        spec:
          restartPolicy: Never
          containers:
            - {name: migrate, image: "registry.example.com/web:1.4.0"} # <-- warning
  - apiVersion: batch/v1
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
                - {name: report, image: "registry.example.com/report"} # <-- error
  - apiVersion: v1
    kind: Pod
    metadata: {name: web}
    spec:
      containers:
        - {name: web, image: "web@sha256:dbcc1c35ac38df41fd2f5e4130b32ffdb93ebae8b3dbe638c23575912276fc9c"}
      ephemeralContainers:
        - {name: debugger, image: busybox} # <-- error
`,
    },
    {
      bad: `
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
            template:
              spec:
                restartPolicy: Never
                containers:
                  - name: smoke
                    image: registry.example.com/smoke:1.0.0 # <-- warning
---
apiVersion: argoproj.io/v1alpha1
kind: Experiment
metadata:
  name: compare
spec:
  duration: 10m
  templates:
    - name: candidate
      selector:
        matchLabels: {app: compare}
      template:
        metadata:
          labels: {app: compare}
        spec:
          containers:
            - name: web
              image: registry.example.com/web:1.5.0 # <-- warning
`,
    },
    // What another tool completes, what is no reference, and what is no text.
    {
      good: `
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - {name: placeholder, image: "registry.example.com/web:\${TAG}"}
    - {name: latest-placeholder, image: "\${REGISTRY}/web:latest"}
    - {name: invalid, image: "registry.example.com/Web:1.4.0"}
    - {name: empty, image: ""}
    - {name: nothing, image: null}
    - {name: number, image: 17}
    - {name: missing}
`,
    },
    // Flux moves the tag by commits, unless it is one that moves by itself.
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
          image: registry.example.com/web:latest # {"$imagepolicy": "flux-system:web"} # <-- error
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
          image: registry.example.com/web:1.4.0 # {"$imagepolicy": "flux-system:web"}
        - {name: proxy, image: "registry.example.com/proxy:1.30.0"} # {"$imagepolicy": "flux-system:proxy"}
`,
    },
    // A kustomization sets the tag; the name counts as it is written there.
    {
      good: {
        files: {
          'base/kustomization.yaml': `
resources: [web.yaml]
`,
          'base/web.yaml': `
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
          image: registry.example.com:5000/web:1.4.0
        - name: proxy
          image: nginx
`,
          'production/kustomization.yaml': `
resources: [../base]
images:
  - name: registry.example.com:5000/web
    digest: sha256:dbcc1c35ac38df41fd2f5e4130b32ffdb93ebae8b3dbe638c23575912276fc9c
  - name: nginx
    newTag: 1.27.0
`,
        },
      },
    },
    {
      bad: {
        files: {
          'web/kustomization.yaml': `
resources: [web.yaml]
images:
  - name: docker.io/library/nginx
    newTag: 1.27.0
`,
          'web/web.yaml': `
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: web
      image: nginx # <-- error
`,
          'other/pod.yaml': `
apiVersion: v1
kind: Pod
metadata:
  name: other
spec:
  containers:
    - name: other
      image: docker.io/library/nginx:1.26.0 # <-- warning
`,
        },
      },
    },
    // Repositories whose registry lets no tag move.
    {
      bad: {
        options: {
          immutableTags: ['registry.example.com/prod/*', 'docker.io/library/redis', '*/mirror-*/nginx'],
        },
        files: {
          'pod.yaml': `
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: web
      image: registry.example.com/prod/shop/web:1.4.0
    - name: latest
      image: registry.example.com/prod/shop/web:latest # <-- error
    - name: production
      image: registry.example.com/production/web:1.4.0 # <-- warning
    - name: cache
      image: redis:7.2.4
    - name: cache-exporter
      image: redis/exporter:7.2.4 # <-- warning
    - name: proxy
      image: registry.example.com/mirror-docker/nginx:1.27.0
    - name: other-proxy
      image: registry.example.com/mirror-docker/nginx-proxy:1.27.0 # <-- warning
`,
        },
      },
    },
    // A gateway of Istio, whose webhook fills the container in.
    {
      good: `
apiVersion: apps/v1
kind: Deployment
metadata: {name: gateway}
spec:
  selector: {matchLabels: {app: gateway}}
  template:
    metadata:
      labels: {app: gateway}
      annotations: {inject.istio.io/templates: gateway}
    spec:
      containers: [{name: istio-proxy, image: auto}]
`,
    },
  ],
  options: {
    immutableTags: {
      type: 'array',
      items: { type: 'string' },
      description:
        'Repositories whose tags the registry never lets move, with * for any text (registry.example.com/prod/*). They are held against the full name, docker.io/library/nginx for nginx.',
    },
  },
  pod(_, context) {
    if (isFilledIn(context.pod)) return;
    for (const image of imagesOf(context.pod)) check(image, context.pod, context);
  },
});

function check(image: Node, pod: Pod, context: RuleContext): void {
  const text = image.string();
  const reference = text === undefined ? undefined : referenceOf(text);
  if (text === undefined || !reference || reference.digest !== undefined) return;
  const latest = effectiveTag(reference) === 'latest';
  if (!latest && (isUpdatedByFlux(image) || hasImmutableTags(reference, context.options.immutableTags)))
    return;
  const name = kustomizeImageName(text);
  if (name !== undefined && context.index.rewritesImage(pod.resource, name)) return;
  context.report({ at: image, as: latest ? 'latest' : 'default', message: messageOf(text, reference, pod) });
}

/** Undefined for texts that aren't a reference, or not yet: no placeholder fits into one. */
function referenceOf(text: string): ImageReference | undefined {
  const result = parseImageReference(text);
  return 'reference' in result ? result.reference : undefined;
}

function messageOf(text: string, { tag }: ImageReference, { runsToCompletion }: Pod): string {
  const consequence = runsToCompletion
    ? 'the next run may take other bytes than this one'
    : 'a restart may run other bytes than today, and there is nothing to roll back to';
  if (tag === undefined) return `"${text}" has no tag and means latest: ${consequence}`;
  if (tag === 'latest') return `"${text}" is whatever carries that tag when it is pulled: ${consequence}`;
  return `"${text}" has no digest: the tag "${tag}" can be moved to other bytes, and only a digest pins it`;
}

/** Whether the line carries the comment by which Flux finds the image that it updates. */
function isUpdatedByFlux(image: Node): boolean {
  return /#\s*\{\s*"\$imagepolicy"\s*:/.test(image.lineTail);
}

function hasImmutableTags({ domain, path }: ImageReference, patterns: unknown): boolean {
  const repository = domain === '' ? path : `${domain}/${path}`;
  const list: readonly unknown[] = Array.isArray(patterns) ? patterns : [];
  return list.some((pattern) => typeof pattern === 'string' && fits(repository, pattern));
}

/** Whether a text fits a pattern in which `*` stands for any text: each part is found as early as possible. */
function fits(text: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
