// Folders of made-up workloads: a Deployment and a Service each, a hundred of them in a file, all applied together.
import fs from 'node:fs';
import path from 'node:path';

const PER_FILE = 100;

/** How the labels of the workloads are spread, by name: the labels of the workload at an index. */
export const SHAPES = {
  // A selector must not be looked up by the label that all of them share.
  'labels of their own': (at) => ({ 'part-of': 'shop', app: `app-${at}` }),
  // Every selector takes in the pods of every other workload.
  'equal labels': () => ({ 'part-of': 'shop', app: 'app' }),
};

/**
 * Fills a new folder.
 *
 * @param {string} folder
 * @param {number} count
 * @param {(at: number) => Record<string, string>} labelsOf
 */
export function writeWorkloads(folder, count, labelsOf) {
  fs.mkdirSync(folder, { recursive: true });
  for (let from = 0; from < count; from += PER_FILE) {
    const size = Math.min(PER_FILE, count - from);
    const texts = Array.from({ length: size }, (_, at) => workload(from + at, labelsOf(from + at)));
    fs.writeFileSync(path.join(folder, `workloads-${from}.yaml`), texts.join('---\n'));
  }
}

function workload(at, labels) {
  return `${deployment(`app-${at}`, labels)}---\n${service(`app-${at}`, labels)}`;
}

/** A Deployment that no rule objects to. */
export function deployment(name, labels) {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  labels:
${pairs(labels, 4)}
  annotations:
    kubernetes.io/change-cause: Release 1.4.0
spec:
  replicas: 3
  selector:
    matchLabels:
${pairs(labels, 6)}
  template:
    metadata:
      labels:
${pairs(labels, 8)}
    spec:
      containers:
        - name: app
          image: registry.example.com/${name}:1.4.0
          ports:
            - name: http
              containerPort: 8080
          readinessProbe:
            httpGet:
              path: /ready
              port: http
          resources:
            requests:
              cpu: 100m
              memory: 128Mi
            limits:
              memory: 256Mi
`;
}

function service(name, labels) {
  return `apiVersion: v1
kind: Service
metadata:
  name: ${name}
spec:
  selector:
${pairs(labels, 4)}
  ports:
    - name: http
      port: 80
      targetPort: http
`;
}

function pairs(labels, indent) {
  return Object.entries(labels)
    .map(([key, value]) => `${' '.repeat(indent)}${key}: ${value}`)
    .join('\n');
}
