/** Completion and hover in a configuration that is open; undefined for any other document. */
import {
  type CompletionItem,
  CompletionItemKind,
  type Hover,
  MarkupKind,
  type Position,
} from 'vscode-languageserver';
import { isConfigFile } from '../project/config.ts';
import { configCompletionsAt, configHoverAt } from '../project/config-completion.ts';
import type { Workspace } from './workspace.ts';

interface Place {
  readonly textDocument: { readonly uri: string };
  readonly position: Position;
}

export function configCompletion(place: Place, workspace: Workspace): CompletionItem[] | undefined {
  const at = placeOf(place, workspace);
  return (
    at &&
    configCompletionsAt(at.text, at.offset, workspace.rules).map(
      ({ label, kind, description, replaces, text }) => ({
        label,
        detail: description,
        kind: kind === 'key' ? CompletionItemKind.Property : CompletionItemKind.Value,
        filterText: text,
        textEdit: { range: at.lines.range(replaces), newText: text },
      }),
    )
  );
}

/** Null where there is nothing to say. */
export function configHover(place: Place, workspace: Workspace): Hover | null | undefined {
  const at = placeOf(place, workspace);
  if (!at) return undefined;
  const found = configHoverAt(at.text, at.offset, workspace.rules);
  if (!found) return null;
  return {
    contents: { kind: MarkupKind.Markdown, value: found.text },
    range: at.lines.range(found.span),
  };
}

function placeOf({ textDocument, position }: Place, workspace: Workspace) {
  const document = workspace.document(textDocument.uri);
  if (!document || !isConfigFile(document.screen.location)) return undefined;
  const lines = workspace.positions.of(document.screen);
  return { text: document.screen.text, lines, offset: lines.offset(position) };
}
