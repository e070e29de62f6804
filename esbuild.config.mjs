// The build (`npm run compile`), and the modules that it makes from the folder rules/: the folder is the registry.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parse } from 'acorn';
import * as esbuild from 'esbuild';

const root = path.dirname(fileURLToPath(import.meta.url));
const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
const CONDITION = 'rollsafe-source';
const TEXT_FIELDS = new Set(['why', 'references', 'examples']);

/** @returns {{ id: string, category: string, file: string }[]} the rules by category and id */
function ruleFiles() {
  const folder = path.join(root, 'rules');
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .sort()
    .map((file) => ({
      id: path.basename(file, '.ts'),
      category: path.basename(path.dirname(file)),
      file: path.join(folder, file),
    }));
}

/**
 * The source of the modules `rollsafe:rules` and `rollsafe:rule-texts`, made from the folder.
 *
 * @param {string} name
 */
export function rulesModule(name) {
  const files = ruleFiles();
  const imports = files.map(
    ({ file }, at) => `import rule${at} from ${JSON.stringify(file.replaceAll('\\', '/'))};`,
  );
  const entries =
    name === 'rollsafe:rules'
      ? files.map(({ id, category }, at) => `{ ...rule${at}, id: '${id}', category: '${category}' }`)
      : files.map(
          ({ id }, at) =>
            `'${id}': { why: rule${at}.why, references: rule${at}.references, examples: rule${at}.examples }`,
        );
  const [open, close] = name === 'rollsafe:rules' ? ['[', ']'] : ['{', '}'];
  return `${imports.join('\n')}\nexport default ${open}\n${entries.join(',\n')}\n${close};\n`;
}

/** A rule's source without the fields that only `explain` and the documentation read. */
function withoutTexts(code) {
  const program = parse(code, { ecmaVersion: 2022, sourceType: 'module' });
  const definition = program.body.find((node) => node.type === 'ExportDefaultDeclaration')?.declaration
    .arguments?.[0];
  const texts = definition?.properties.filter((property) => TEXT_FIELDS.has(property.key?.name)) ?? [];
  return texts.reduceRight((text, { start, end }) => {
    const comma = text.slice(end).match(/^\s*,/)?.[0].length ?? 0;
    return text.slice(0, start) + text.slice(end + comma);
  }, code);
}

const rulesPlugin = {
  name: 'rules',
  setup(build) {
    build.onResolve({ filter: /^rollsafe:rules$/ }, ({ path: name }) => ({ path: name, namespace: 'rules' }));
    build.onResolve({ filter: /^rollsafe:rule-texts$/ }, () => ({
      path: './rule-texts.json',
      external: true,
    }));
    build.onLoad({ filter: /./, namespace: 'rules' }, ({ path: name }) => ({
      contents: rulesModule(name),
      resolveDir: root,
    }));
    build.onLoad({ filter: /[\\/]rules[\\/][\w-]+[\\/][\w-]+\.ts$/ }, async ({ path: file }) => {
      const { code } = await esbuild.transform(await fs.promises.readFile(file, 'utf8'), {
        loader: 'ts',
        target: 'es2022',
      });
      return { contents: withoutTexts(code), loader: 'js' };
    });
  },
};

const textsPlugin = {
  name: 'texts',
  setup(build) {
    build.onResolve({ filter: /^rollsafe:/ }, ({ path: name }) => ({ path: name, namespace: 'texts' }));
    build.onLoad({ filter: /./, namespace: 'texts' }, ({ path: name }) => ({
      contents: rulesModule(name),
      resolveDir: root,
    }));
  },
};

/** Modules that a run loads only when it needs them; each becomes a file of its own beside cli.js. */
const LAZY = ['src/cli/lazy', 'src/project/lazy', 'src/lsp/lazy'].flatMap((folder) =>
  fs.readdirSync(path.join(root, folder)).map((file) => [path.basename(file, '.ts'), `${folder}/${file}`]),
);

const lazyPlugin = {
  name: 'lazy',
  setup(build) {
    build.onResolve({ filter: /\/lazy\/[\w-]+\.ts$/ }, ({ path: file, kind }) =>
      kind === 'dynamic-import' ? { path: `./${path.basename(file, '.ts')}.js`, external: true } : undefined,
    );
  },
};

const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  conditions: [CONDITION],
  // The package's ES modules, which can be bundled in part; Node's own entry is CommonJS.
  alias: { yaml: path.join(root, 'node_modules/yaml/browser/index.js') },
  legalComments: 'none',
  // Half of the start-up is reading the program: less text, less time.
  minify: true,
  logLevel: 'warning',
  define: {
    'process.env.ROLLSAFE_VERSION': JSON.stringify(manifest.version),
    'process.env.ROLLSAFE_HOMEPAGE': JSON.stringify(manifest.homepage),
  },
};

/** Bundles a module for Node and imports it; the rules come with their texts. */
async function loadBundled(input) {
  const { outputFiles } = await esbuild.build({ ...shared, ...input, format: 'esm', write: false });
  const code = Buffer.from(outputFiles[0].contents).toString('base64');
  return import(`data:text/javascript;base64,${code}`);
}

/** Imports a TypeScript module of this repository, given its path from the root. */
export function load(file) {
  return loadBundled({ entryPoints: [file], plugins: [textsPlugin] });
}

async function writeRuleTexts(dist) {
  const stdin = { contents: rulesModule('rollsafe:rule-texts'), resolveDir: root };
  const { default: texts } = await loadBundled({ stdin });
  fs.writeFileSync(path.join(dist, 'rule-texts.json'), JSON.stringify(texts));
}

async function compile() {
  const dist = path.join(root, 'dist');
  fs.rmSync(dist, { recursive: true, force: true });
  const plugins = [rulesPlugin, lazyPlugin];
  await Promise.all([
    esbuild.build({
      ...shared,
      entryPoints: { cli: 'src/cli/main.ts', action: 'src/cli/action.ts', ...Object.fromEntries(LAZY) },
      outdir: dist,
      format: 'cjs',
      plugins,
    }),
    esbuild.build({
      ...shared,
      entryPoints: { index: 'src/index.ts', kubernetes: 'src/kubernetes/index.ts' },
      outdir: dist,
      outExtension: { '.js': '.mjs' },
      format: 'esm',
      plugins,
    }),
  ]);
  fs.writeFileSync(path.join(dist, 'package.json'), '{ "type": "commonjs" }\n');
  await writeRuleTexts(dist);
  fs.chmodSync(path.join(dist, 'cli.js'), 0o755);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await compile();
