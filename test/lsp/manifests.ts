// Manifests with nothing to object to, but what a test changes in them.

export const DIGEST = `sha256:${'a'.repeat(64)}`;

export const deployment = (name: string, image = `example.com/${name}@${DIGEST}`) => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  annotations: {kubernetes.io/change-cause: "1"}
spec:
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec:
      containers:
        - name: ${name}
          image: ${image}
          readinessProbe: {tcpSocket: {port: 80}}
`;

export const service = (name: string, app: string) => `apiVersion: v1
kind: Service
metadata: {name: ${name}}
spec:
  selector: {app: ${app}}
  ports: [{port: 80}]
`;
