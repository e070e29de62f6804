/** Completion and hover in a configuration, which are loaded when somebody edits one. */
import { type CompletionItem, CompletionItemKind, type Hover, MarkupKind } from 'vscode-languageserver';
import type { Rule } from '../../core/rule.ts';
import { configCompletionsAt, configHoverAt } from '../../project/config-completion.ts';
import type { Lines } from '../lines.ts';

/** A configuration as it stands on the screen. */
export interface ConfigText {
  readonly text: string;
  readonly lines: Lines;
  readonly rules: readonly Rule[];
}

export function configCompletion({ text, lines, rules }: ConfigText, offset: number): CompletionItem[] {
  return configCompletionsAt(text, offset, rules).map(
    ({ label, kind, description, replaces, text: newText }) => ({
      label,
      kind: kind === 'key' ? CompletionItemKind.Property : CompletionItemKind.EnumMember,
      ...(description && { documentation: { kind: MarkupKind.Markdown, value: description } }),
      textEdit: { range: lines.range(replaces), newText },
    }),
  );
}

export function configHover({ text, lines, rules }: ConfigText, offset: number): Hover | null {
  const found = configHoverAt(text, offset, rules);
  if (!found) return null;
  return { contents: { kind: MarkupKind.Markdown, value: found.text }, range: lines.range(found.span) };
}
