/** What a person who points somewhere is told: the rule of a finding or of a suppression, and what a field comes to. */
import { type Hover, type HoverParams, MarkupKind } from 'vscode-languageserver';
import { insightsOf } from '../core/insight/index.ts';
import { ruleAt } from '../core/names/index.ts';
import type { Span } from '../core/source.ts';
import type { Asking } from './asking.ts';
import type { View } from './view.ts';

/** Something to tell about a span of the screen. */
interface Note {
  readonly span: Span;
  readonly text: string;
}

export async function hover(view: View, { position }: HoverParams, asking: Asking): Promise<Hover | null> {
  const offset = view.lines.offset(position);
  const notes = [...insightNotes(view, offset), ...(await ruleNotes(view, offset, asking))];
  const [first] = notes;
  if (!first) return null;
  const value = [...new Set(notes.map(({ text }) => text))].join('\n\n---\n\n');
  return { contents: { kind: MarkupKind.Markdown, value }, range: view.lines.range(first.span) };
}

const holds = ({ start, end }: Span, offset: number) => start <= offset && offset <= end;

/** On the key or the value of a field that comes to something. */
function insightNotes(view: View, offset: number): Note[] {
  const judged = view.document.fromScreen(offset);
  const resource = judged === undefined ? undefined : view.resourceAt(judged);
  if (judged === undefined || !resource) return [];
  return insightsOf(resource, view.snapshot.index).flatMap(({ at, text }) => {
    const { focus, keySpan } = at;
    const place = [focus, ...(keySpan ? [keySpan] : [])].find((span) => holds(span, judged));
    const span = at.source === view.source && place ? view.document.toScreen(place) : undefined;
    return span ? [{ span, text }] : [];
  });
}

async function ruleNotes(view: View, offset: number, { workspace, token }: Asking): Promise<Note[]> {
  const found = (await view.findings(token)).filter(({ span }) => holds(span, offset));
  const named = ruleAt(view.document.screen, view.resources, offset);
  const places = [
    ...found.map(({ finding, span }) => ({ id: finding.rule, span })),
    ...(named ? [named] : []),
  ];
  if (places.length === 0) return [];
  const { ruleText } = await import('./lazy/rule-text.ts');
  return places.flatMap(({ id, span }) => {
    const rule = workspace.rules.find((one) => one.id === id);
    return rule ? [{ span, text: ruleText(rule) }] : [];
  });
}
