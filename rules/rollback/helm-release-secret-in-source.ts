import { defineRule, type Node, type Resource } from 'rollsafe';

export default defineRule({
  summary: "Helm's own record of a release among the manifests",
  why: `
Helm keeps each revision of a release in an object of its own, \`sh.helm.release.v1.NAME.vN\`: the chart, the values that
were given, and every manifest as rendered, the Secrets among them. It is compressed and encoded, not encrypted, so
whoever can read the repository can read all of it with a one-liner.

Applied again, it also rewrites history: Helm finds a revision that it didn't make, takes it for the newest or for one to
roll back to, and the next upgrade compares with the wrong manifest.

Take it out, change the passwords and tokens that it holds (the repository's own history still has them), and export with
a filter: \`kubectl get secrets --field-selector type!=helm.sh/release.v1\`. An export of a whole cluster that is kept to be
looked at, with the objects that controllers made, isn't reported.
`,
  severity: 'warning',
  references: [
    'https://github.com/helm/helm/blob/v3.14.0/pkg/storage/driver/secrets.go',
    'https://github.com/helm/helm/blob/v3.14.0/pkg/storage/driver/util.go',
    'https://helm.sh/docs/topics/advanced/#storage-backends',
  ],
  examples: [
    {
      bad: `
apiVersion: v1
kind: Secret
metadata:
  name: sh.helm.release.v1.shop.v3 # <-- warning
  labels: {name: shop, owner: helm, status: deployed, version: "3"}
type: helm.sh/release.v1
data:
  release: SDRzSUFBQUE=
`,
      good: `
apiVersion: v1
kind: Secret
metadata:
  name: shop
type: Opaque
data:
  token: SDRzSUFBQUE=
`,
    },
    // Only the type tells, and the storage in ConfigMaps.
    {
      bad: `
apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: Secret
    metadata: {name: copy-of-shop, namespace: shop} # <-- warning
    type: helm.sh/release.v1
    data: {release: SDRzSUFBQUE=}
  - apiVersion: v1
    kind: ConfigMap
    metadata: {name: sh.helm.release.v1.shop.v12, labels: {owner: helm}} # <-- warning
    data: {release: H4sIAAAA}
`,
    },
    // A name alone is no release, and neither is a ConfigMap about Helm.
    {
      good: `
apiVersion: v1
kind: ConfigMap
metadata:
  name: sh.helm.release.v1.shop.v12
data:
  note: kept for the tests
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: releases
data:
  release: shop
`,
    },
    // An export of a cluster, with objects that controllers made.
    {
      good: `
apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: Secret
    metadata: {name: sh.helm.release.v1.shop.v3, uid: 0f1c2d3e-0000-4000-8000-000000000001}
    type: helm.sh/release.v1
    data: {release: SDRzSUFBQUE=}
  - apiVersion: apps/v1
    kind: ReplicaSet
    metadata:
      name: shop-5d8f7c6b44
      uid: 0f1c2d3e-0000-4000-8000-000000000002
      ownerReferences:
        - {apiVersion: apps/v1, kind: Deployment, name: shop, uid: 0f1c2d3e-0000-4000-8000-000000000003}
`,
    },
  ],
  kinds: ['core/Secret', 'core/ConfigMap'],
  resource(object, { index, report }) {
    if (!isRelease(object) || index.isLiveExport(object)) return;
    const [, release, revision] = RELEASE_NAME.exec(object.name ?? '') ?? [];
    const of =
      release === undefined ? 'a Helm release' : `revision ${revision} of the Helm release "${release}"`;
    report({
      at: object.root.at('metadata').at('name'),
      message: `${object.title} is ${of}: whoever reads it has the values and every Secret that the chart rendered`,
    });
  },
});

const RELEASE_NAME = /^sh\.helm\.release\.v1\.(.+)\.v(\d+)$/;

/** As Helm stores it: a Secret of its own type, or a ConfigMap with a name of its own (the value is never looked at). */
function isRelease(object: Resource): boolean {
  const root = object.root as Node;
  if (object.type === 'core/Secret' && root.at('type').string() === 'helm.sh/release.v1') return true;
  return RELEASE_NAME.test(object.name ?? '') && root.at('data').at('release').exists;
}
