/** Names of other objects where one belongs, rules in suppressions, and what may stand in a configuration. */
import { type CompletionItem, CompletionItemKind, type CompletionParams } from 'vscode-languageserver';
import { completionsAt, suppressionCompletionsAt } from '../core/names/index.ts';
import type { Span } from '../core/source.ts';
import type { Asking } from './asking.ts';
import type { View } from './view.ts';
import type { Workspace } from './workspace.ts';

export function completion(
  view: View,
  { position }: CompletionParams,
  { workspace }: Asking,
): CompletionItem[] {
  const offset = view.lines.offset(position);
  return [...nameItems(view, offset), ...ruleItems(view, offset, workspace)];
}

function nameItems(view: View, offset: number): CompletionItem[] {
  const judged = view.document.fromScreen(offset);
  const resource = judged === undefined ? undefined : view.resourceAt(judged);
  if (judged === undefined || !resource) return [];
  return completionsAt(resource, view.snapshot.index, judged).flatMap(
    ({ name, detail, replaces, text }, at) => {
      const span = view.document.toScreen(replaces);
      return span
        ? [{ ...item(name, detail, CompletionItemKind.Reference, text, span, view), ...rank(at) }]
        : [];
    },
  );
}

/** The nearest names come first, whatever the alphabet says. */
function rank(at: number): Pick<CompletionItem, 'sortText'> {
  return { sortText: String(at).padStart(6, '0') };
}

function ruleItems(view: View, offset: number, { rules }: Workspace): CompletionItem[] {
  const { text } = view.document.screen;
  return suppressionCompletionsAt(text, offset, rules).map(({ id, summary, replaces }) =>
    item(id, summary, CompletionItemKind.EnumMember, id, replaces, view),
  );
}

function item(
  label: string,
  detail: string,
  kind: CompletionItemKind,
  newText: string,
  replaces: Span,
  view: View,
): CompletionItem {
  return {
    label,
    detail,
    kind,
    filterText: newText,
    textEdit: { range: view.lines.range(replaces), newText },
  };
}
