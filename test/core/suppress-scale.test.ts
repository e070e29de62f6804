// Eight times as much takes about eight times as long, not sixty-four times.
import { describe, expect, test } from 'vitest';
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

function milliseconds(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

describe.each(Object.entries(TEXTS))('%s', (_, textOf) => {
  const lintAll = (size: number) => {
    const [text, ...counts] = textOf(size);
    const { findings, suppressed } = run(text);
    expect([findings.length, suppressed.length]).toEqual(counts);
  };

  test('in linear time', { retry: 3, timeout: 60_000 }, () => {
    const small = Math.min(...[1, 2, 3].map(() => milliseconds(() => lintAll(1_000))));
    expect(milliseconds(() => lintAll(8_000))).toBeLessThan(small * 24);
  });
});
