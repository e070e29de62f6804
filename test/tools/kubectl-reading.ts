// What kubectl reads from a file, and what we read, in one form. `kubectl label --local` needs no cluster and prints the
// objects as it decoded them.
import { readManifest } from '../../src/core/manifest.ts';
import { Source } from '../../src/core/source.ts';
import { readStream } from '../../src/core/yaml/index.ts';
import { programFromLayer, run } from './programs.ts';

const LABEL = 'rollsafe-reading';

export interface Reading {
  /** The objects as JSON text with sorted keys. */
  readonly objects: readonly string[];
  /** Why something was refused; empty when everything was read. */
  readonly refusals: readonly string[];
}

export function kubectlReading(file: string): Reading {
  const args = ['label', '--local', '--overwrite', '-f', file, `${LABEL}=`, '-o', 'json'];
  const { stdout, stderr } = run(
    programFromLayer('kubectl'),
    args.map((arg) => (arg === `${LABEL}=` ? `${LABEL}=y` : arg)),
  );
  const printed = stdout.trim() === '' ? [] : readStream(stdout).flatMap((part) => part.read());
  const resources = readManifest(new Source('kubectl', stdout), 'stream').resources;
  if (printed.length < resources.length) throw new Error('kubectl printed something else than objects');
  return {
    objects: resources.map(({ root }) => canonical(withoutLabel(root.value))).sort(),
    refusals: stderr.split('\n').filter((line) => line.startsWith('error:') || line.startsWith('Error')),
  };
}

export function ourReading(path: string, text: string): Reading {
  const { resources, problems } = readManifest(new Source(path, text), 'named');
  return {
    objects: resources.map(({ root }) => canonical(withoutLabel(root.value))).sort(),
    refusals: problems.map(({ rule, message }) => `${rule}: ${message}`),
  };
}

function withoutLabel(object: unknown): unknown {
  const copy = structuredClone(object) as { metadata?: { labels?: Record<string, unknown> } };
  const { metadata } = copy;
  if (metadata?.labels) {
    delete metadata.labels[LABEL];
    if (Object.keys(metadata.labels).length === 0) delete metadata.labels;
  }
  if (metadata && Object.keys(metadata).length === 0) delete copy.metadata;
  return copy;
}

/** JSON with sorted keys; numbers as Go prints them read back the same way. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, item) => {
    if (typeof item === 'bigint') return item.toString();
    if (item === null || typeof item !== 'object' || Array.isArray(item)) return item;
    return Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
