// Expected outputs in fixtures/formats, rewritten with UPDATE_GOLDEN=1.
import fs from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';

const FOLDER = path.resolve(import.meta.dirname, '../../fixtures/formats');

/** @param name `format/name.extension` */
export function expectGolden(name: string, text: string): void {
  const file = path.join(FOLDER, name);
  if (process.env.UPDATE_GOLDEN) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }
  expect(text).toBe(fs.readFileSync(file, 'utf8').replaceAll('\r\n', '\n'));
}
