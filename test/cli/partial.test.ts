// A part of a project proves little: what is ignored because of a file elsewhere isn't ignored in vain.
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../project/folder.ts';
import { found, lintJson, rollsafe } from './program.ts';

const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  annotations: {kubernetes.io/change-cause: "1"}
spec:
  replicas: 3 # rollsafe-ignore hpa-replicas-conflict -- the first apply only
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
        - name: web
          image: example.com/web@sha256:${'a'.repeat(64)}
          readinessProbe: {tcpSocket: {port: 80}}
          resources: {requests: {cpu: 100m}}
`;

const AUTOSCALER = `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  minReplicas: 2
  maxReplicas: 5
`;

const FILES = { 'rollsafe.yaml': '', 'a/web.yaml': DEPLOYMENT, 'b/hpa.yaml': AUTOSCALER };

describe('a suppression', () => {
  it('that the whole project needs is not idle in a part of it', () => {
    const cwd = temporaryFolder(FILES);
    for (const args of [['.'], ['a'], ['a/web.yaml'], ['--project', 'a/web.yaml'], ['-']]) {
      expect(found(lintJson(args, { cwd, input: DEPLOYMENT }).report), args.join(' ')).toEqual([]);
    }
    expect(rollsafe(['lint', '--fix-dry-run', 'a'], { cwd }).stdout).toBe('');
  });

  it('is idle where the whole project was read, or nothing else can need it', () => {
    const cwd = temporaryFolder({ 'rollsafe.yaml': '', 'a/web.yaml': DEPLOYMENT });
    const idle = ['a/web.yaml:7 unused-suppression'];
    for (const args of [['.'], ['--project', 'a/web.yaml'], [cwd], ['..']]) {
      const from = args[0] === '..' ? path.join(cwd, 'a') : cwd;
      const files = found(lintJson(args, { cwd: from }).report).map((one) => one.replace(/^.*web/, 'a/web'));
      expect(files, args.join(' ')).toEqual(idle);
    }
    const local = DEPLOYMENT.replace('hpa-replicas-conflict', 'port-number-quoted');
    const other = temporaryFolder({ 'rollsafe.yaml': '', 'a/web.yaml': local });
    expect(found(lintJson(['a'], { cwd: other }).report)).toEqual(idle);
  });
});
