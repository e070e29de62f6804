/** What a person may do about a finding: mend it, ignore it, read about it. Edits come from what the server knows. */
import {
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type Command,
  type Position,
} from 'vscode-languageserver';
import type { Span } from '../core/source.ts';
import { ignoreOnLine, ignoreOnObject, type NewSuppression } from '../core/suppress/add-suppression.ts';
import type { Asking } from './asking.ts';
import { EXPLAIN_COMMAND, FIX_ALL, REASON_COMMAND } from './commands.ts';
import { diagnosticOf } from './diagnostics.ts';
import { fixAllAction } from './fix-all.ts';
import type { ScreenFinding, View } from './view.ts';

export async function codeActions(
  view: View,
  { range, context }: CodeActionParams,
  { workspace, token }: Asking,
): Promise<CodeAction[]> {
  const wants = (kind: string) => context.only?.some((only) => isA(kind, only)) ?? true;
  const all = await view.findings(token);
  const found = wants(CodeActionKind.QuickFix) ? findingsIn(view, all, view.lines.span(range)) : [];
  const maySuppress = ({ finding }: ScreenFinding) => workspace.maySuppress(finding);
  return [
    ...found.flatMap((one) => fixActions(one, view)),
    ...(wants(FIX_ALL) ? fixAllAction(view, all) : []),
    ...found.filter(maySuppress).flatMap((one) => ignoreActions(one, view)),
    ...found.map((one) => explainAction(one, view)),
  ];
}

/** `source.fixAll.rollsafe` is a `source.fixAll` and a `source`. */
function isA(kind: string, wanted: string): boolean {
  return wanted === '' || kind === wanted || kind.startsWith(`${wanted}.`);
}

/** Those that the range touches; if none, those that begin on its lines. */
function findingsIn(view: View, all: readonly ScreenFinding[], range: Span): ScreenFinding[] {
  const touched = all.filter(({ span }) => span.start <= range.end && range.start <= span.end);
  if (touched.length > 0) return touched;
  const lineOf = (offset: number) => view.lines.position(offset).line;
  const [first, last] = [lineOf(range.start), lineOf(range.end)];
  return all.filter(({ span }) => first <= lineOf(span.start) && lineOf(span.start) <= last);
}

/** Every fix and suggestion; a safe one is what the editor proposes first. */
function fixActions(one: ScreenFinding, view: View): CodeAction[] {
  return one.finding.fixes.flatMap(({ title, safety, edits }) => {
    const edit = view.workspaceEdit(edits);
    return edit
      ? [{ ...quickFix(title, one, view), edit, ...(safety === 'safe' && { isPreferred: true }) }]
      : [];
  });
}

function quickFix(title: string, one: ScreenFinding, view: View): CodeAction {
  return { title, kind: CodeActionKind.QuickFix, diagnostics: [diagnosticOf(one, view)] };
}

function ignoreActions(one: ScreenFinding, view: View): CodeAction[] {
  const { rule, source, span } = one.finding;
  const resource = view.resourceAt(span.start);
  return [
    ...suppressing(`Ignore ${rule} on this line`, ignoreOnLine(source, span.start, rule), one, view),
    ...(resource
      ? suppressing(`Ignore ${rule} in ${resource.title}`, ignoreOnObject(resource, rule), one, view)
      : []),
  ];
}

function suppressing(
  title: string,
  suppression: NewSuppression | undefined,
  one: ScreenFinding,
  view: View,
): CodeAction[] {
  const edit = suppression && view.workspaceEdit([suppression.edit]);
  if (!edit) return [];
  const command = view.client.writesReasons ? reasonCommand(suppression, view) : undefined;
  return [{ ...quickFix(title, one, view), edit, ...(command && { command }) }];
}

/** Where the reason goes, once the edit is made. */
function reasonCommand({ edit, reason }: NewSuppression, view: View): Command | undefined {
  const start = view.range(edit.span)?.start;
  if (!start) return undefined;
  const before = edit.text.slice(0, reason);
  const { line, character } = view.linesOf(before).position(before.length);
  const place: Position = {
    line: start.line + line,
    character: line === 0 ? start.character + character : character,
  };
  const command = { title: 'Write the reason', command: REASON_COMMAND };
  return { ...command, arguments: [view.document.uri, place.line, place.character] };
}

function explainAction(one: ScreenFinding, view: View): CodeAction {
  const title = `Explain ${one.finding.rule}`;
  const command = { title, command: EXPLAIN_COMMAND, arguments: [one.finding.rule] };
  return { ...quickFix(title, one, view), command };
}
