/** Telling a template, which has to be rendered first, from YAML with a mistake in it. */
import { readStream } from '../yaml/index.ts';

/** What a template engine replaces; bounded, so that braces without end cost little. */
const ACTIONS = /\{\{-?[ \t]*([^\s{}-][^}]{0,500})\}\}|\{%[^%]{0,500}%\}/g;
const LINE_OF_ACTIONS = /^[ \t]*(?:(?:\{\{[^}]{0,500}\}\}|\{%[^%]{0,500}%\})[ \t]*)+$/gm;
const HELM = /(?<![\w.])(?:\$?\.(?:Values|Release|Chart|Files|Capabilities)|include)\b/;
/** How expressions of Argo (`{{args.x}}`) and Prometheus (`{{ $labels.x }}`) begin. */
const DATA = /^(?:(?:args|inputs|outputs|workflow|steps|tasks|pod|item)\b|\$(?:labels|value)\b)/;

/**
 * Whether a text that can't be read is a template of Helm or Jinja: it speaks Helm, or it could be read but for its
 * actions. Braces alone prove nothing: those of Argo and of alerts are data.
 */
export function isTemplate(text: string): boolean {
  const actions = [...text.matchAll(ACTIONS)].filter(([, expression]) => !DATA.test(expression ?? ''));
  if (actions.length === 0) return false;
  return actions.some(([action]) => HELM.test(action)) || isReadable(withoutActions(text));
}

function withoutActions(text: string): string {
  return text.replace(LINE_OF_ACTIONS, '#').replace(ACTIONS, 'x');
}

function isReadable(text: string): boolean {
  return readStream(text).every((part) => part.read().every(({ problems }) => problems.length === 0));
}
