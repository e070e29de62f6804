/** The GitHub action: its inputs become the options of `lint`, its outputs are the counts. It uploads nothing. */
import fs from 'node:fs';
import { countOf } from '../reporters/reporter.ts';
import { EXIT, processConsole } from './console.ts';
import { runLint } from './lint.ts';
import { readLintOptions } from './options.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** An input as the runner passes it: `INPUT_FAIL-ON`, upper case, spaces as underscores. */
function input(env: Environment, name: string): string {
  return (env[`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`] ?? '').trim();
}

function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
}

function argumentsFor(env: Environment): string[] {
  const since = sinceFor(input(env, 'since'), env);
  const config = input(env, 'config');
  const failOn = input(env, 'fail-on');
  return [
    '--project',
    ...linesOf(input(env, 'formats')).flatMap((format) => ['--format', format]),
    ...(since === '' ? [] : ['--since', since]),
    ...(config === '' ? [] : ['--config', config]),
    ...(failOn === '' ? [] : ['--fail-on', failOn]),
    '--',
    ...linesOf(input(env, 'paths')),
  ];
}

/** `auto` is the base of the pull request, or what the branch was before the push. */
function sinceFor(since: string, env: Environment): string {
  if (since !== 'auto') return since;
  const file = env.GITHUB_EVENT_PATH;
  const event = file ? (JSON.parse(fs.readFileSync(file, 'utf8')) as GitHubEvent) : {};
  const revision = event.pull_request?.base?.sha ?? event.before ?? '';
  return /^0*$/.test(revision) ? '' : revision;
}

interface GitHubEvent {
  readonly pull_request?: { readonly base?: { readonly sha?: string } };
  readonly before?: string;
}

async function run(env: Environment): Promise<number> {
  const { report, exit } = await runLint(readLintOptions(argumentsFor(env)), processConsole());
  const outputs = (['error', 'warning', 'info'] as const).map(
    (severity) => `${severity}s=${countOf(report, severity)}\n`,
  );
  if (env.GITHUB_OUTPUT) fs.appendFileSync(env.GITHUB_OUTPUT, outputs.join(''));
  return exit;
}

run(process.env).then(
  (exit) => {
    process.exitCode = exit;
  },
  (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    process.stdout.write(
      `::error title=rollsafe::${message.replaceAll('%', '%25').replace(/\r?\n/g, '%0A')}\n`,
    );
    process.exitCode = EXIT.trouble;
  },
);
