/** Files that say something about manifests, and are none themselves. */
import { isKustomizationFile } from './kustomization.ts';
import { nameOf } from './path.ts';
import { isSkaffoldFile } from './skaffold.ts';

/** The names of our configuration; a folder may hold one of them. */
export const CONFIG_NAMES = ['rollsafe.yaml', '.rollsafe.yaml'] as const;

/** The file that makes a folder a chart of Helm. */
export function isChartFile(path: string): boolean {
  return nameOf(path) === 'Chart.yaml';
}

/** By its name: a kustomization, a chart, what skaffold builds, or our configuration. */
export function isContextFile(path: string): boolean {
  const isConfig = CONFIG_NAMES.some((name) => name === nameOf(path));
  return isKustomizationFile(path) || isChartFile(path) || isSkaffoldFile(path) || isConfig;
}
