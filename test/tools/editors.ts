// Real editors without a display: a workspace, a script that the editor runs, and what the script saw.
import fs from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../project/folder.ts';
import { run } from './programs.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** A port in quotes, on a line whose UTF-16, UTF-8 and UTF-32 columns differ. */
export const QUOTED_PORT = `          readinessProbe: {httpGet: {path: "/ready/🚦", port: "8080"}}`;
export const FIXED_PORT = `          readinessProbe: {httpGet: {path: "/ready/🚦", port: 8080}}`;

/** A Deployment with that line and nothing else to say about it. */
export const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  annotations: {kubernetes.io/change-cause: first}
spec:
  replicas: 3
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
        - name: web
          image: registry.example.com/web@sha256:${'a'.repeat(64)}
          ports: [{containerPort: 8080}]
${QUOTED_PORT}
`;

/** A folder with `web.yaml`, and an empty configuration that makes it the root. */
export function workspace(files: Readonly<Record<string, string>> = {}): string {
  return temporaryFolder({ 'web.yaml': DEPLOYMENT, 'rollsafe.yaml': '{}\n', ...files });
}

/** A diagnostic as the editor holds it; the columns are the editor's own. */
export interface Shown {
  readonly source: string;
  readonly code: string;
  readonly line: number;
  readonly text: string;
}

/**
 * Runs an editor with a script that writes JSON to the file named by `ROLLSAFE_RESULT`.
 *
 * @param folder the workspace, which is also the home of the editor
 * @throws Error with the name of a program that is missing, or with what the script said before it failed
 */
export function inEditor<T>(
  program: string,
  args: readonly string[],
  folder: string,
  variables: Readonly<Record<string, string>> = {},
): T {
  const result = path.join(folder, 'result.json');
  const { status, stdout, stderr } = run('timeout', ['60', program, ...args], {
    cwd: folder,
    env: {
      ...process.env,
      HOME: folder,
      ROLLSAFE_RESULT: result,
      ROLLSAFE_EDITORS: path.join(ROOT, 'editors'),
      ROLLSAFE_COMMAND: [process.execPath, path.join(ROOT, 'dist/cli.js'), 'lsp', '--stdio'].join('\n'),
      ...variables,
    },
  });
  if (status === 127) throw new Error(`missing: ${program}`);
  if (!fs.existsSync(result)) throw new Error(`${program} ended with ${status}:\n${stdout}${stderr}`);
  const seen = JSON.parse(fs.readFileSync(result, 'utf8')) as T & { error?: string };
  if (seen.error !== undefined) throw new Error(`${program}: ${seen.error}\n${stderr}`);
  return seen;
}
