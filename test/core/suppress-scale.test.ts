// Thousands of suppressions in one file; how long they take is for `npm run bench` to say.
import { expect, test } from 'vitest';
import { object, run } from './suppressing.ts';

const document = object('# rollsafe-ignore bad-value\na: bad\n');
const item = '  # rollsafe-ignore bad-value\n  - bad\n  - ugly # rollsafe-ignore ugly-value\n';

/** A text of a size, and how many findings and ignored findings there are in it. */
const TEXTS: Record<string, (size: number) => [text: string, findings: number, suppressed: number]> = {
  'suppressions in one document': (size) => [object(`list:\n${item.repeat(size / 2)}`), 0, size],
  'suppressions above one another': (size) => [
    object(`${'# rollsafe-ignore bad-value\n'.repeat(size)}a: 1\n`),
    size,
    0,
  ],
  'documents with a suppression each': (size) => [Array(size).fill(document).join('---\n'), 0, size],
  'documents with one suppression for all': (size) => [
    `# rollsafe-ignore-file bad-value\n${Array(size).fill(object('a: bad\n')).join('---\n')}`,
    0,
    size,
  ],
};

test.each(Object.entries(TEXTS))('%s, in the thousands', (_, textOf) => {
  const [text, ...counts] = textOf(8_000);
  const { findings, suppressed } = run(text);
  expect([findings.length, suppressed.length]).toEqual(counts);
});
