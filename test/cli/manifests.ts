// Manifests with findings of one severity each, whatever other rules there may be: `--rule mutable-image-tag` goes with
// them, and the errors are of the `syntax` group, which always speaks.

export const CLEAN = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: clean}\n';

export const ERROR =
  'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: twice}\ndata: {a: "1"}\ndata: {b: "2"}\n';

export const WARNING = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "web:1.0"}]}
`;

/** Info, where it is named: no Kubernetes object. */
export const INFO = 'replicas: 3\n';

export const BROKEN = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: broken}\ndata: [\n';
