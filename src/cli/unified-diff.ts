/** What changes in a file, as `git apply` and `patch -p1` read it. */
import { formatPatch, OMIT_HEADERS, structuredPatch } from 'diff';

const CONTEXT = 3;

/** A unified diff of two texts of a file; `file` is relative to where the diff will be applied. */
export function unifiedDiff(file: string, before: string, after: string): string {
  const names = { old: quoted(`a/${file}`), new: quoted(`b/${file}`) };
  const patch = structuredPatch(names.old, names.new, before, after, '', '', { context: CONTEXT });
  return `--- ${names.old}\n+++ ${names.new}\n${formatPatch(patch, OMIT_HEADERS)}`;
}

/** As both programs quote: a blank would end the name for `patch`. Letters of other scripts they take as they are. */
function quoted(name: string): string {
  if (!/[\x00-\x20"\\\x7f]/.test(name)) return name;
  return `"${name.replace(/["\\]/g, '\\$&').replace(/[\x00-\x1f\x7f]/g, octal)}"`;
}

function octal(character: string): string {
  return `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`;
}
