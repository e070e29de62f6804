/** Numbers behind the lines: what a field comes to, in a few characters. */
import type { InlayHint, InlayHintParams } from 'vscode-languageserver';
import { type Insight, insightsOf } from '../core/insight/index.ts';
import type { Source, Span } from '../core/source.ts';
import type { View } from './view.ts';

export function inlayHints(view: View, { range }: InlayHintParams): InlayHint[] {
  const shown = view.lines.span(range);
  return view.resources
    .flatMap((resource) => insightsOf(resource, view.snapshot.index))
    .flatMap((insight) => hintOf(insight, shown, view));
}

function hintOf({ at, text, hint }: Insight, shown: Span, view: View): InlayHint[] {
  if (hint === undefined || at.source !== view.source) return [];
  const end = endOf(view.source, at.focus, at.span);
  const place = view.document.toScreen({ start: end, end });
  if (!place || place.start < shown.start || place.start > shown.end) return [];
  const position = view.lines.position(place.start);
  return [{ position, label: hint, paddingLeft: true, tooltip: { kind: 'markdown', value: text } }];
}

/** Behind the value, or behind the line where the value goes on below it. */
function endOf(source: Source, focus: Span, value: Span): number {
  const { line } = source.position(focus.start);
  if (source.position(value.end).line === line) return value.end;
  return source.offset({ line, column: 0 }) + source.line(line).trimEnd().length;
}
