import { defineRule } from 'rollsafe';

export default defineRule({
  summary: 'The same object twice in what is applied together',
  why: `
kubectl applies both, one after the other, and the last one wins without a word; which one that is depends on the order of
files. Kustomize refuses the set, and Helm fails or overwrites. Often a copy was edited and its name forgotten.

Files of one folder that define the same object are taken for alternatives (one file an environment), not for a mistake;
so are objects in namespaces that may differ, and Helm hooks, which run at different moments.
`,
  severity: 'error',
  references: [
    'https://kubernetes.io/docs/concepts/overview/working-with-objects/names/',
    'https://github.com/kubernetes-sigs/kustomize/blob/master/api/resmap/reswrangler.go',
  ],
  examples: [
    {
      bad: `
apiVersion: v1
kind: Service
metadata:
  name: web # <-- related
  namespace: shop
spec: {selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: v1
kind: Service
metadata:
  name: web # <--
  namespace: shop
spec: {selector: {app: web}, ports: [{port: 8080}]}
`,
      good: `
apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: shop
spec: {selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: office
spec: {selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: serving.knative.dev/v1
kind: Service
metadata:
  name: web
  namespace: shop
`,
    },
    {
      bad: `
apiVersion: v1
kind: List
items:
  - {apiVersion: apps/v1, kind: Deployment, metadata: {name: web}} # <-- related
  - {apiVersion: extensions/v1beta1, kind: Deployment, metadata: {name: web}} # <--
`,
    },
    {
      // One namespace is left out and may be another one; hooks run at different moments; no name is no identity.
      good: `
apiVersion: v1
kind: ConfigMap
metadata: {name: settings, namespace: shop}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
---
apiVersion: batch/v1
kind: Job
metadata:
  name: migrate
  annotations: {helm.sh/hook: pre-install}
---
apiVersion: batch/v1
kind: Job
metadata:
  name: migrate
  annotations: {helm.sh/hook: pre-upgrade}
---
apiVersion: batch/v1
kind: Job
metadata: {generateName: once-}
---
apiVersion: batch/v1
kind: Job
metadata: {generateName: once-}
`,
    },
    {
      good: {
        files: {
          'quickstart.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n',
          'all-in-one.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n',
        },
      },
    },
  ],
  resource(object, { index, report }) {
    if (object.annotation('helm.sh/hook').exists) return;
    const earlier = index
      .earlierNamesakesOf(object)
      .find((other) => other.namespace === object.namespace && !other.annotation('helm.sh/hook').exists);
    if (!earlier) return;
    report({
      at: object.root.at('metadata').at('name'),
      message: `${object.title} is in this set twice: both are applied, and the last one wins silently`,
      related: [{ at: earlier.root.at('metadata').at('name'), message: 'the same object' }],
    });
  },
});
