/** What the command palette and the server's quick fixes call. */
import {
  type CodeAction,
  commands,
  type ExtensionContext,
  Position,
  Range,
  Selection,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { type RulePage, rulePages } from './rule-pages.ts';

const FIX_ALL = 'source.fixAll.rollsafe';

export function registerCommands(context: ExtensionContext, client: LanguageClient): void {
  const actions: Record<string, (...args: never[]) => unknown> = {
    'rollsafe.restart': () => client.restart(),
    'rollsafe.showOutput': () => client.outputChannel.show(),
    'rollsafe.fixAll': fixAll,
    'rollsafe.explain': (rule?: string) => explain(context.extensionUri, rule),
    'rollsafe.writeReason': writeReason,
  };
  for (const [name, action] of Object.entries(actions)) {
    context.subscriptions.push(commands.registerCommand(name, action));
  }
}

/** Asks for the fixes itself: the editor drops its own question when problems arrive before the answer. */
async function fixAll(): Promise<void> {
  const document = window.activeTextEditor?.document;
  if (!document) return;
  const whole = new Range(0, 0, document.lineCount, 0);
  const actions = await commands.executeCommand<CodeAction[]>(
    'vscode.executeCodeActionProvider',
    document.uri,
    whole,
    FIX_ALL,
  );
  const edit = actions.find((action) => action.edit)?.edit;
  if (edit) await workspace.applyEdit(edit);
  else await window.showInformationMessage('rollsafe finds nothing here that can be fixed safely.');
}

/** Shows the page of a rule; without one, asks which. */
async function explain(extension: Uri, rule?: string): Promise<void> {
  const chosen = rule ?? (await chooseRule(extension))?.label;
  if (chosen === undefined) return;
  await commands.executeCommand('markdown.showPreview', Uri.joinPath(extension, 'rules', `${chosen}.md`));
}

async function chooseRule(extension: Uri): Promise<RulePage | undefined> {
  return window.showQuickPick(rulePages(extension), {
    title: 'Explain a rule',
    placeHolder: 'The name of a rule, or a word of what it is about',
    matchOnDetail: true,
  });
}

/** Puts the cursor where the reason of a new suppression belongs; positions are the protocol's. */
async function writeReason(uri: string, line: number, character: number): Promise<void> {
  const editor = await window.showTextDocument(Uri.parse(uri));
  const place = new Position(line, character);
  editor.selection = new Selection(place, place);
  editor.revealRange(new Range(place, place));
}
