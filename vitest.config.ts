import { defineConfig } from 'vitest/config';
import { rulesModule } from './esbuild.config.mjs';

const rules = {
  name: 'rules',
  resolveId: (id: string) => (id.startsWith('rollsafe:') ? `\0${id}` : undefined),
  load: (id: string) => (id.startsWith('\0rollsafe:') ? rulesModule(id.slice(1)) : undefined),
};

export default defineConfig({
  plugins: [rules],
  resolve: { conditions: ['rollsafe-source'] },
  ssr: { resolve: { conditions: ['rollsafe-source'] } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/tools/**'],
          testTimeout: 60_000,
        },
      },
      { extends: true, test: { name: 'tools', include: ['test/tools/**/*.test.ts'], testTimeout: 120_000 } },
    ],
  },
});
