// Labels of pods that no manifest shows.
import { CONTROLLER_LABELS, type Selector } from './selector.ts';

/** Labels that applications set on their own pods: the leader of a database, the active server of a vault. */
const SET_BY_APPLICATION = /(?:^|[-_./])(?:role|leader|primary|master|active)$/;

/**
 * The selector without requirements on labels that controllers or the pods themselves may add at run time; what is left
 * can be held against the labels of a pod template. Never throws.
 */
export function withoutRuntimeLabels(selector: Selector): Selector {
  return selector.filter(({ key }) => !CONTROLLER_LABELS.has(key) && !SET_BY_APPLICATION.test(key));
}
