// A plain table: numbers to the right, texts to the left.

/**
 * @param {string[]} head
 * @param {string[][]} rows missing cells are empty
 */
export function table(head, rows) {
  const all = [head, ...rows].map((row) => head.map((_, column) => row[column] ?? ''));
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column].length)));
  const isText = head.map((_, column) => column === 0 || column > head.length - 3);
  return all
    .map((row) =>
      row
        .map((cell, at) => pad(cell, widths[at], isText[at]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const pad = (cell, width, isText) => (isText ? cell.padEnd(width) : cell.padStart(width));
