import { describe, expect, test } from 'vitest';
import { type Circumstances, object, said } from './suppressing.ts';

const IDLE = 'nothing to ignore here: no finding of';

describe('what was not looked for is not held against a suppression', () => {
  const text = object('a: 1 # rollsafe-ignore bad-value, ugly-value\n');
  test.each<[string, Circumstances, string[]]>([
    ['all rules', {}, [`1 ${IDLE} bad-value`, `1 ${IDLE} ugly-value`]],
    ['one rule alone', { only: ['bad-value'] }, [`1 ${IDLE} bad-value`]],
    ['a rule turned off', { off: ['bad-value'] }, [`1 ${IDLE} ugly-value`]],
    ['the remarks turned off', { off: ['unused-suppression'] }, []],
    ['a file that was named', { origin: 'named' }, []],
    ['a stream', { origin: 'stream' }, [`1 ${IDLE} bad-value`, `1 ${IDLE} ugly-value`]],
  ])('%s', (_, circumstances, says) => {
    expect(said(text, circumstances)).toEqual(says);
  });

  test('advice that is hidden', () => {
    const advice = object('a: 1 # rollsafe-ignore odd-value\n');
    expect(said(advice)).toEqual([]);
    expect(said(advice, { advice: true })).toEqual([`1 ${IDLE} odd-value`]);
  });

  test.each<[string, Circumstances]>([
    ['all rules', {}],
    ['one rule alone', { only: ['ugly-value'] }],
    ['a file that was named', { origin: 'named' }],
  ])('mistakes are told anyhow: %s', (_, circumstances) => {
    const mistakes = object('a: 1 # rollsafe-ignore no-rule\nb: ugly # rollsafe-ignore\n');
    expect(said(mistakes, circumstances)).toEqual([
      '1 there is no rule "no-rule", so nothing is ignored',
      '2 ugly',
      '2 this suppression names no rule, so nothing is ignored',
    ]);
  });
});

describe('errors of the syntax group', () => {
  const UNREADABLE = 'not readable as YAML';
  const broken = 'apiVersion: v1\nkind: ConfigMap\na: b: c\n';
  const outcome = (text: string) => said(text).map((line) => line.replace(/(not readable as YAML).*/, '$1'));

  test('next to them, suppressions hold, and none is called unused', () => {
    const good = object('a: bad # rollsafe-ignore bad-value\nb: 1 # rollsafe-ignore bad-value\n');
    expect(outcome(`${good}---\n${broken}`)).toEqual(['1 bad ignored:', `8 ${UNREADABLE}`]);
    expect(outcome(`${broken}---\n${good}`)).toEqual([`3 ${UNREADABLE}`, '5 bad ignored:']);
  });

  test('a comment in what can not be read is not taken for one, a comment above it is', () => {
    const good = object('a: bad\n');
    expect(outcome(`${broken}# rollsafe-ignore-file\n---\n${good}`)).toEqual([`3 ${UNREADABLE}`, '6 bad']);
    expect(outcome(`# rollsafe-ignore-file\n${broken}---\n${good}`)).toEqual([
      `4 ${UNREADABLE}`,
      '6 bad ignored:',
    ]);
  });

  test('can not be ignored, and that is said', () => {
    const text = object('a: bad\na: 1 # rollsafe-ignore duplicate-key -- known\n');
    expect(said(text)).toEqual([
      '2 the key "a" is here twice: kubectl keeps this value and drops the first one silently',
      "2 an error of duplicate-key can't be ignored",
    ]);
    expect(said(`# rollsafe-ignore-file\n${object('a: bad\na: 1\n')}`)).toEqual([
      '3 the key "a" is here twice: kubectl keeps this value and drops the first one silently',
    ]);
  });

  test('its warnings can', () => {
    const text = object(
      'base: &base {x: 1}\nmap:\n  x: 2 # rollsafe-ignore yaml-merge-order -- wanted\n  <<: *base\n',
    );
    expect(said(text)).toEqual([expect.stringMatching(/^3 kubectl takes "x" .* ignored: wanted$/)]);
  });
});
