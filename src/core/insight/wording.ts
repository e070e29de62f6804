/** Numbers, times and names as insights write them. */
import type { Resource } from '../resource.ts';

/** `1h 30m`, `1m 30s`, `0.5s`: seconds as people say them, at most to a tenth of a second. */
export function durationText(seconds: number): string {
  const tenths = Math.round(Math.abs(seconds) * 10) / 10;
  const parts = [
    [Math.floor(tenths / 3600), 'h'],
    [Math.floor((tenths % 3600) / 60), 'm'],
    [Math.round((tenths % 60) * 10) / 10, 's'],
  ] as const;
  const text = parts.flatMap(([number, unit]) => (number > 0 ? `${number}${unit}` : [])).join(' ');
  return text === '' ? '0s' : `${seconds < 0 ? '-' : ''}${text}`;
}

/** A time as a hint, where it says more than the number of seconds: from a minute on. */
export function longHint(seconds: number): { readonly hint?: string } {
  return seconds >= 60 ? { hint: durationText(seconds) } : {};
}

/** `1 pod`, `3 pods`. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}

/** `3`, or `3 to 10`, the smaller one first; each number once. */
export function rangeText(numbers: readonly number[]): string {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return least === most ? `${least}` : `${least} to ${most}`;
}

/** `1st`, `2nd`, `11th`. */
export function ordinal(number: number): string {
  const teens = number % 100 > 10 && number % 100 < 14;
  const ending = teens ? undefined : ['th', 'st', 'nd', 'rd'][number % 10];
  return `${number}${ending ?? 'th'}`;
}

/** A text of the manifest as code, so that nothing in it is taken for Markdown. */
export function code(text: string): string {
  return `\`${text.replaceAll('`', "'").replace(/\s+/g, ' ')}\``;
}

/** An object by kind and name. */
export function titleText({ kind, name }: Resource): string {
  return name === undefined ? kind : `${kind} ${code(name)}`;
}

/** The paragraphs that there are. */
export function paragraphs(...texts: readonly (string | undefined)[]): string {
  return texts.filter((text) => text !== undefined && text !== '').join('\n\n');
}

/** A share in percent, whole from 1 on. */
export function shareText(percent: number): string {
  return `${roundShare(percent)} %`;
}

/** A share as `shareText` rounds it. */
export function roundShare(percent: number): number {
  return percent >= 1 || percent <= 0 ? Math.round(percent) : Math.round(percent * 10) / 10;
}
