import { defineRule, imagesOf, offer, setValue } from 'rollsafe';
import { kustomizeImageName, parseImageReference } from 'rollsafe/kubernetes';

export default defineRule({
  summary: 'A tag beside a digest, which nobody checks',
  why: `
In \`web:1.4.0@sha256:…\` only the digest decides which bytes run. The tag is documentation: no runtime checks that it belongs
to the digest, so after an update of one of the two it tells the wrong version, and who reads it in an incident looks at
the wrong code.

This is advice: the form is legal, and many prefer it, since a digest alone says nothing to people. Keep it when one tool
(Renovate, Kustomize with \`newTag\` and \`digest\`) always writes both; else leave the tag out and put the version into a label.

Not reported: an image that a kustomization of the project rewrites.
`,
  severity: 'info',
  references: [
    'https://kubernetes.io/docs/concepts/containers/images/#image-names',
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
          image: registry.example.com/web:1.4.0@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef # <-- info
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
          image: registry.example.com/web@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
`,
    },
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
        - name: migrate
          image: localhost:5000/migrate:latest@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef # <-- info
      containers:
        - name: web
          image: registry.example.com/web:1.4.0
        - name: api
          image: localhost:5000/api@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
`,
    },
    // No reference, or not yet.
    {
      good: `
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: web
      image: registry.example.com/web:1.4.0@sha256:short
    - name: api
      image: registry.example.com/api:\${TAG}@\${DIGEST}
`,
    },
    // A kustomization writes both.
    {
      good: {
        files: {
          'kustomization.yaml': `
resources: [web.yaml]
images:
  - name: registry.example.com/web
    newTag: 1.5.0
    digest: sha256:fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210
`,
          'web.yaml': `
apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: web
      image: registry.example.com/web:1.4.0@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
`,
        },
      },
    },
  ],
  pod(_, { pod, index, report }) {
    for (const image of imagesOf(pod)) {
      const text = image.string();
      const result = text === undefined ? undefined : parseImageReference(text);
      if (text === undefined || !result || !('reference' in result)) continue;
      const { tag, digest } = result.reference;
      if (tag === undefined || digest === undefined) continue;
      const name = kustomizeImageName(text);
      if (name !== undefined && index.rewritesImage(pod.resource, name)) continue;
      report({
        at: image,
        message: `only the digest decides what runs: nothing checks that the tag "${tag}" belongs to it`,
        fixes: offer('suggestion', 'Remove the tag', setValue(image, text.replace(`:${tag}@`, '@'))),
      });
    }
  },
});
