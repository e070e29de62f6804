// A text with a cursor, and what edits make of it.
import type { Position, TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';

/** A text whose cursor stands at `|`, which is taken out. */
export function cursorIn(marked: string): { readonly text: string; readonly position: Position } {
  const at = marked.indexOf('|');
  const text = marked.slice(0, at) + marked.slice(at + 1);
  return { text, position: TextDocument.create('', '', 0, text).positionAt(at) };
}

/** The position of a word in a text, `by` columns on. */
export function positionOf(text: string, word: string, by = 0): Position {
  const at = text.indexOf(word);
  if (at < 0) throw new Error(`no ${word} in the text`);
  return TextDocument.create('', '', 0, text).positionAt(at + by);
}

/** The edits for one document, whichever form the answer has. */
export function editsFor(uri: string, edit: WorkspaceEdit | undefined): TextEdit[] {
  const versioned = (edit?.documentChanges ?? []).flatMap((change) =>
    'edits' in change && change.textDocument.uri === uri ? (change.edits as TextEdit[]) : [],
  );
  return [...versioned, ...(edit?.changes?.[uri] ?? [])];
}

export function applied(text: string, edits: readonly TextEdit[]): string {
  return TextDocument.applyEdits(TextDocument.create('', '', 0, text), [...edits]);
}
