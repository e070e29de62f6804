/** Text edits that mend a finding. */
import type { Source, Span } from './source.ts';

export interface Edit {
  readonly source: Source;
  readonly span: Span;
  /** Replaces the text of the span. */
  readonly text: string;
}

/** `safe` fixes change nothing that worked; `suggestion`s are never applied without a person. */
export interface Fix {
  readonly title: string;
  readonly safety: 'safe' | 'unsafe' | 'suggestion';
  readonly edits: readonly Edit[];
}

/** One fix made of these edits; none when one of them can't be made cleanly, or when two meet. */
export function offer(safety: Fix['safety'], title: string, ...edits: (Edit | undefined)[]): Fix[] {
  const clean = edits.filter((edit) => edit !== undefined);
  const whole = clean.length > 0 && clean.length === edits.length && !clean.some(meetsOther);
  return whole ? [{ title, safety, edits: clean }] : [];
}

function meetsOther({ source, span }: Edit, at: number, edits: readonly Edit[]): boolean {
  return edits.some(
    (other, index) =>
      index !== at && other.source === source && other.span.start < span.end && span.start < other.span.end,
  );
}

/** The text after the edits that belong to `source`; overlapping edits after the first are left out. */
export function applyEdits(source: Source, edits: readonly Edit[]): string {
  const own = edits.filter((edit) => edit.source === source).sort((a, b) => a.span.start - b.span.start);
  let text = '';
  let at = 0;
  for (const edit of own) {
    if (edit.span.start < at) continue;
    text += source.text.slice(at, edit.span.start) + edit.text;
    at = edit.span.end;
  }
  return text + source.text.slice(at);
}
