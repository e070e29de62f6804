/** Everything in a document that can be mended safely, at once. */
import { diffLines } from 'diff';
import type { CodeAction } from 'vscode-languageserver';
import type { Edit } from '../core/fix.ts';
import type { Source } from '../core/source.ts';
import { FIX_ALL } from './commands.ts';
import type { View } from './view.ts';

/** One action, or none when there is nothing to mend. Half-typed text is left alone. */
export function fixAllAction(view: View): CodeAction[] {
  const { snapshot, source, document } = view;
  const isSafe = ({ safety }: { readonly safety: string }) => safety === 'safe';
  if (document.isHalfTyped || !view.findings().some(({ finding }) => finding.fixes.some(isSafe))) return [];
  const text = snapshot.mended(source);
  const edit = text === source.text ? undefined : view.workspaceEdit(editsBetween(source, text));
  return edit ? [{ title: 'Fix all that rollsafe can fix safely', kind: FIX_ALL, edit }] : [];
}

/** The lines that differ, so that cursors and folds elsewhere stay. */
function editsBetween(source: Source, text: string): Edit[] {
  const edits: Edit[] = [];
  let at = 0;
  for (const { value, added, removed } of diffLines(source.text, text)) {
    const end = added ? at : at + value.length;
    if (added || removed) edits.push({ source, span: { start: at, end }, text: added ? value : '' });
    at = end;
  }
  return edits;
}
