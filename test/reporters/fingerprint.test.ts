import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/core/finding.ts';
import { fingerprintsOf, fnv1a64 } from '../../src/reporters/fingerprint.ts';
import { finding, object, reportOf, Source } from './findings.ts';
import { hostileReport, manyFindings } from './hostile.ts';

const TEXT = 'replicas: 1\nreplicas: 2\nreplicas: 3\n';

/** Findings at each `replicas`, in a text that begins with something else. */
function findingsIn(before: string, more: Partial<Finding> = {}): Finding[] {
  const source = new Source('k8s/web.yaml', before + TEXT);
  return ['replicas: 1', 'replicas: 2', 'replicas: 3'].map((word) =>
    finding(source, word, { resource: object('Deployment', 'web'), path: '/spec', ...more }),
  );
}

function values(findings: readonly Finding[]): string[] {
  return [...fingerprintsOf(reportOf(findings)).values()];
}

describe('fnv1a64', () => {
  it.each([
    ['', 'cbf29ce484222325'],
    ['a', 'af63dc4c8601ec8c'],
    ['foobar', '85944171f73967e8'],
  ])('has the published value of "%s"', (text, hash) => {
    expect(fnv1a64(text)).toBe(hash);
  });

  it('is what arithmetic with BigInt gives', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        let hash = 0xcbf29ce484222325n;
        for (const byte of new TextEncoder().encode(text)) {
          hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
        }
        expect(fnv1a64(text)).toBe(hash.toString(16).padStart(16, '0'));
      }),
    );
  });
});

describe('fingerprintsOf', () => {
  it('is known, so that alerts of older versions stay the same', () => {
    expect(values(findingsIn(''))[0]).toBe('17a334f29a204482');
  });

  it('survives lines above, other messages and a new version of the API', () => {
    const renewed = findingsIn('# a comment\n', {
      message: 'in other words',
      resource: { ...object('Deployment', 'web'), apiVersion: 'apps/v2' },
    });
    expect(values(renewed)).toEqual(values(findingsIn('')));
  });

  it.each<[string, Partial<Finding>]>([
    ['rule', { rule: 'other' }],
    ['file', { source: new Source('k8s/other.yaml', TEXT) }],
    ['kind', { resource: object('StatefulSet', 'web') }],
    ['name', { resource: object('Deployment', 'api') }],
    ['namespace', { resource: { ...object('Deployment', 'web'), namespace: 'shop' } }],
    ['place in the object', { path: '/spec/replicas' }],
    ['object', { resource: undefined }],
  ])('differs by %s', (_, more) => {
    const all = [...values(findingsIn('')), ...values(findingsIn('', more))];
    expect(new Set(all).size).toBe(6);
  });

  it('stays when another finding is suppressed', () => {
    const [first, second, third] = findingsIn('') as [Finding, Finding, Finding];
    const before = fingerprintsOf(reportOf([first, second, third]));
    const after = fingerprintsOf({
      ...reportOf([first, third]),
      suppressed: [{ ...second, reason: '' }],
    });
    expect(after.get(third)).toBe(before.get(third));
  });

  it('gives no two findings the same', () => {
    const fingerprints = fingerprintsOf(manyFindings(10_000));
    expect(new Set(fingerprints.values()).size).toBe(10_000);
    fc.assert(
      fc.property(hostileReport, (report) => {
        const fingerprints = fingerprintsOf(report);
        const count = report.findings.length + report.suppressed.length;
        expect(new Set(fingerprints.values()).size).toBe(count);
        for (const fingerprint of fingerprints.values()) expect(fingerprint).toMatch(/^[0-9a-f]{16}$/);
      }),
    );
  });
});
