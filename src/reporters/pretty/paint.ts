/** The colours of the terminal output. The global switch of kleur stays as it was found. */
import kleur from 'kleur';
import type { Severity } from '../../core/finding.ts';

type Style = (text: string) => string;

export interface Paint extends Readonly<Record<Severity, Style>> {
  readonly strong: Style;
  readonly faint: Style;
  readonly good: Style;
  /** Line numbers, arrows and what else isn't the input's. */
  readonly gutter: Style;
  /** Related places and their labels. */
  readonly related: Style;
}

/** Styles that colour whatever the process thinks of its terminal, or that leave every text alone. */
export function paintWith(color: boolean): Paint {
  const style = (...styles: Style[]): Style =>
    color ? (text) => (text === '' ? '' : forced(() => styles.reduce((all, one) => one(all), text))) : same;
  return {
    error: style(kleur.red, kleur.bold),
    warning: style(kleur.yellow, kleur.bold),
    info: style(kleur.cyan, kleur.bold),
    strong: style(kleur.bold),
    faint: style(kleur.dim),
    good: style(kleur.green),
    gutter: style(kleur.blue, kleur.bold),
    related: style(kleur.blue, kleur.bold),
  };
}

function same(text: string): string {
  return text;
}

function forced(styled: () => string): string {
  const before = kleur.enabled;
  kleur.enabled = true;
  try {
    return styled();
  } finally {
    kleur.enabled = before;
  }
}
