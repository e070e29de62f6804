// The shipped configuration in a real Emacs with Eglot.
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { DEPLOYMENT, FIXED_PORT, inEditor, QUOTED_PORT, workspace } from './editors.ts';

const SCRIPT = path.join(import.meta.dirname, 'eglot.el');

function emacs<T>(scene: string, folder: string): T {
  return inEditor('emacs', ['-Q', '--batch', '-l', SCRIPT], folder, { ROLLSAFE_SCENE: scene });
}

it('shows a finding behind an emoji, and a quick fix mends it', () => {
  const seen = emacs<{ before: unknown[]; line: string; after: number }>('quick-fix', workspace());
  const line = DEPLOYMENT.split('\n').indexOf(QUOTED_PORT) + 1;
  expect(seen.before).toEqual([
    { line, text: '"8080"', message: expect.stringContaining('port-number-quoted') },
  ]);
  expect(seen).toMatchObject({ line: FIXED_PORT, after: 0 });
});

it('applies the safe fixes before a buffer is saved', () => {
  const folder = workspace();
  emacs('fix-on-save', folder);
  expect(fs.readFileSync(path.join(folder, 'web.yaml'), 'utf8')).toBe(
    DEPLOYMENT.replace(QUOTED_PORT, FIXED_PORT),
  );
});
