/** One line above each Rollout: how the release goes. */
import type { CodeLens } from 'vscode-languageserver';
import { summaryOf } from '../core/insight/index.ts';
import type { Node } from '../core/node.ts';
import type { View } from './view.ts';

export function codeLenses(view: View): CodeLens[] {
  return view.resources.flatMap((resource) => {
    const title = summaryOf(resource, view.snapshot.index);
    const range = view.range((resource.root as Node).focus);
    return title && range ? [{ range, command: { title, command: '' } }] : [];
  });
}
