import path from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { RuleSetting } from '../../src/core/settings.ts';
import { type Config, defaultConfig } from '../../src/project/config.ts';
import { settingsOf } from '../../src/project/settings.ts';

const base = defaultConfig(process.cwd());
const setting = (severity: RuleSetting['severity'], options: RuleSetting['options'] = {}): RuleSetting => ({
  severity,
  options,
});

const settingsFor = (config: Partial<Config>) => settingsOf({ ...base, ...config }, {});

afterEach(() => vi.restoreAllMocks());

test('the preset decides on advice', () => {
  expect(settingsFor({ preset: 'recommended' }).advice).toBe(false);
  expect(settingsFor({ preset: 'strict' }).advice).toBe(true);
});

test('only names the rules to run', () => {
  expect(settingsOf(base, {}).only).toBeUndefined();
  expect(settingsOf(base, { only: ['a', 'b'] }).only).toEqual(new Set(['a', 'b']));
});

describe('without overrides', () => {
  test('the settings of the rules hold everywhere', () => {
    const settings = settingsFor({ rules: { a: setting('off') } });
    expect(settings.ruleFor('a', 'x.yaml')).toEqual(setting('off'));
    expect(settings.ruleFor('b', 'x.yaml')).toEqual(setting(undefined));
    expect(settings.ruleFor('constructor', 'x.yaml')).toEqual(setting(undefined));
  });

  test('no path is looked at', () => {
    const resolve = vi.spyOn(path, 'resolve');
    const relative = vi.spyOn(path, 'relative');
    settingsFor({ rules: { a: setting('off') } }).ruleFor('a', 'x.yaml');
    expect(resolve).not.toHaveBeenCalled();
    expect(relative).not.toHaveBeenCalled();
  });
});

describe('overrides', () => {
  const overrides = [
    { files: ['apps'], rules: { a: setting('info'), b: setting('warning') } },
    { files: ['apps/dev'], rules: { a: setting('off') } },
    { files: ['**/*.json'], rules: { c: setting('error', { z: 1 }), d: setting(undefined, { z: 2 }) } },
  ];
  const rules = {
    a: setting('error', { x: 1 }),
    c: setting('warning', { y: 2 }),
    d: setting('info', { y: 3 }),
  };
  const { ruleFor } = settingsFor({ rules, overrides });

  test('one that does not match changes nothing', () => {
    expect(ruleFor('a', 'other/x.yaml')).toEqual(rules.a);
    expect(ruleFor('b', 'other/x.yaml')).toEqual(setting(undefined));
  });

  test('one that matches wins, and without options keeps those of the rule', () => {
    expect(ruleFor('a', 'apps/x.yaml')).toEqual(setting('info', { x: 1 }));
    expect(ruleFor('b', 'apps/x.yaml')).toEqual(setting('warning'));
  });

  test('the last one that matches and names the rule wins', () => {
    expect(ruleFor('a', 'apps/dev/x.json')).toEqual(setting('off', { x: 1 }));
    expect(ruleFor('b', 'apps/dev/x.json')).toEqual(setting('warning'));
  });

  test('options replace those of the rule, and without a severity keep it', () => {
    expect(ruleFor('c', 'x.json')).toEqual(setting('error', { z: 1 }));
    expect(ruleFor('d', 'x.json')).toEqual(setting('info', { z: 2 }));
  });

  test('paths are relative to the current folder, globs to that of the configuration', () => {
    const above = settingsFor({
      folder: path.dirname(process.cwd()),
      overrides: [{ files: [`${path.basename(process.cwd())}/apps/*`], rules: { a: setting('off') } }],
    });
    expect(above.ruleFor('a', 'apps/x.yaml')).toEqual(setting('off'));
    expect(above.ruleFor('a', '../apps/x.yaml')).toEqual(setting(undefined));
  });

  test('a path is looked at once', () => {
    const settings = settingsFor({ rules, overrides });
    const relative = vi.spyOn(path, 'relative');
    for (const rule of ['a', 'b', 'c', 'a']) settings.ruleFor(rule, 'apps/x.yaml');
    expect(relative).toHaveBeenCalledTimes(1);
  });
});
