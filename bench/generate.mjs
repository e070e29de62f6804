// Folders of made-up workloads, a Deployment and a Service each, all applied together.
import fs from 'node:fs';
import path from 'node:path';

const HUNDRED = 100;
const DIGEST = `sha256:${'1c0ffee1'.repeat(8)}`;

const ownLabels = (at) => ({ 'part-of': 'shop', app: `app-${at}` });
const equalLabels = () => ({ 'part-of': 'shop', app: 'app' });

/**
 * What a bundle can look like, by name: the labels of the workload at an index, and how many workloads a file holds.
 *
 * @type {Record<string, { labelsOf(at: number): Record<string, string>, perFile: number }>}
 */
export const SHAPES = {
  // A selector must not be looked up by the label that all of them share.
  'labels of their own': { labelsOf: ownLabels, perFile: HUNDRED },
  // A rendered chart is one long stream.
  'the same in one file': { labelsOf: ownLabels, perFile: Number.POSITIVE_INFINITY },
  // Every selector takes in the pods of every other workload.
  'equal labels': { labelsOf: equalLabels, perFile: HUNDRED },
};

/** Fills a new folder with workloads of a shape. */
export function writeWorkloads(folder, count, { labelsOf, perFile }) {
  fs.mkdirSync(folder, { recursive: true });
  for (let from = 0; from < count; from += perFile) {
    const size = Math.min(perFile, count - from);
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
          image: registry.example.com/${name}@${DIGEST}
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
