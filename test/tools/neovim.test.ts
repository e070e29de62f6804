// The shipped configuration in a real Neovim, alone and beside yaml-language-server on the same buffer.
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { DEPLOYMENT, FIXED_PORT, inEditor, QUOTED_PORT, type Shown, workspace } from './editors.ts';

const SCRIPT = path.join(import.meta.dirname, 'neovim.lua');
const YAML_LANGUAGE_SERVER = path.resolve(
  import.meta.dirname,
  '../../node_modules/yaml-language-server/bin/yaml-language-server',
);

/** No file of the user's is read, nothing is kept. */
const PLAIN = ['--headless', '-u', 'NONE', '-i', 'NONE', '-n'];

function neovim<T>(scene: string, folder: string): T {
  return inEditor('nvim', [...PLAIN, '-c', `luafile ${SCRIPT}`], folder, {
    ROLLSAFE_SCENE: scene,
    YAML_LANGUAGE_SERVER: [process.execPath, YAML_LANGUAGE_SERVER, '--stdio'].join('\n'),
  });
}

const lineOfPort = DEPLOYMENT.split('\n').indexOf(QUOTED_PORT) + 1;
const finding: Shown = { source: 'rollsafe', code: 'port-number-quoted', line: lineOfPort, text: '"8080"' };

it('shows a finding behind an emoji, and a quick fix mends it', () => {
  const seen = neovim<{ before: Shown[]; line: string; after: number }>('quick_fix', workspace());
  expect(seen).toMatchObject({ before: [finding], line: FIXED_PORT, after: 0 });
});

it('applies the safe fixes before a buffer is written', () => {
  const folder = workspace();
  neovim('fix_on_save', folder);
  expect(fs.readFileSync(path.join(folder, 'web.yaml'), 'utf8')).toBe(
    DEPLOYMENT.replace(QUOTED_PORT, FIXED_PORT),
  );
});

it('lives beside yaml-language-server: both are heard, each under its own name', () => {
  const replicas = { type: 'integer', maximum: 2, description: 'how many' };
  const schema = { properties: { spec: { properties: { replicas } } } };
  const seen = neovim<{ before: Shown[]; hovers: Record<string, Record<string, string>> }>(
    'beside_yaml_language_server',
    workspace({ 'schema.json': JSON.stringify(schema) }),
  );
  const lineOfReplicas = DEPLOYMENT.split('\n').indexOf('  replicas: 3') + 1;
  expect(seen.before).toHaveLength(2);
  expect(seen.before).toContainEqual(finding);
  expect(seen.before).toContainEqual(
    expect.objectContaining({ source: expect.stringContaining('yaml-schema'), line: lineOfReplicas }),
  );
  expect(seen.hovers.finding?.rollsafe).toContain('port-number-quoted');
  // The default of 25% of 3: none may be missing, one may be more.
  expect(seen.hovers.field?.rollsafe).toContain('at least 3 ready, at most 4 pods');
  expect(seen.hovers.field?.yamlls).toContain('how many');
});
