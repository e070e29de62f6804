// How long the command of a hook sleeps, as far as its text tells.

const SHELLS: ReadonlySet<string> = new Set(['sh', 'ash', 'bash', 'dash', 'ksh', 'zsh']);
const PREFIXES: ReadonlySet<string> = new Set(['busybox', 'env']);
const SECONDS_IN: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** The flags of a shell before its script: `-c`, `-ec`, `-e -c`, `-o pipefail -c`. */
const SCRIPT_FLAG = /^-[A-Za-z]*c[A-Za-z]*$/;
const OTHER_FLAG = /^-|^(?:errexit|nounset|pipefail|xtrace)$/;

/**
 * The seconds of the longest sleep that a command (program and arguments) runs on its plain way: `sleep 20`,
 * `sh -c "sleep 20; nginx -s quit"`. A sleep counts after `;`, `&&` and a line break, not after `||`, in the
 * background, in a pipe, or behind anything that decides or repeats. Undefined when there is none to be sure
 * of, also for amounts that only the run knows (`sleep $DELAY`). Never throws.
 *
 * Source: POSIX Shell Command Language, 2.9 Shell Commands; GNU coreutils, sleep (units, several amounts).
 */
export function sleepSeconds(command: readonly string[]): number | undefined {
  let first = 0;
  while (PREFIXES.has(programName(command[first]))) first++;
  const name = programName(command[first]);
  const args = command.slice(first + 1);
  if (name === 'sleep') return secondsOf(args);
  const script = SHELLS.has(name) ? scriptOf(args) : undefined;
  return script === undefined ? undefined : longestSleep(script);
}

function programName(path = ''): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function scriptOf(args: readonly string[]): string | undefined {
  const flag = args.findIndex((arg) => SCRIPT_FLAG.test(arg) || !OTHER_FLAG.test(arg));
  if (flag < 0 || !SCRIPT_FLAG.test(args[flag] ?? '')) return undefined;
  return args[flag + 1] === '--' ? args[flag + 2] : args[flag + 1];
}

function secondsOf(amounts: readonly string[]): number | undefined {
  let total = 0;
  for (const amount of amounts) {
    const [, number, unit = 's'] = /^(\d+(?:\.\d+)?)([smhd])?$/.exec(amount) ?? [];
    if (number === undefined) return undefined;
    total += Number(number) * (SECONDS_IN[unit] ?? 1);
  }
  return amounts.length > 0 && Number.isFinite(total) ? total : undefined;
}

/** Quoted texts and substitutions whole, then what joins commands, then everything else. */
const TOKEN =
  /'[^']*'|"(?:[^"\\]|\\[\s\S])*"|`[^`]*`|\$\([^()]*\)|\$\{[^{}]*\}|\\[\s\S]|(?<![^\s;&|])#[^\n]*|\d?[<>]+&?|&>|&&|\|\|?|[;\n&]|[^'"`$\\#<>&|;\n(){}\d]+|[\s\S]/g;
const JOINT = /^(?:&&|\|\|?|[;\n&])$/;
const UNCLEAR = /^['"`(){}]$/;
const DECIDES =
  /^(?:if|then|elif|else|fi|while|until|for|do|done|case|esac|select|function|exit|return|break|continue|exec(?! +\S*sleep\b)|!)(?:\s|$)/;
const SLEEP = /^(?:exec +)?(?:\S*\/)?sleep((?:\s+[\d.]+[smhd]?(?!\S))+)\s*(?:\d?[<>].*)?$/;

function longestSleep(script: string): number | undefined {
  let longest: number | undefined;
  for (const { text, before, after } of commandsOf(script)) {
    const amounts = SLEEP.exec(text)?.[1];
    const runs = before !== '||' && before !== '|' && after !== '&' && after !== '|';
    const seconds = amounts !== undefined && runs ? secondsOf(amounts.trim().split(/\s+/)) : undefined;
    if (seconds !== undefined) longest = Math.max(longest ?? 0, seconds);
  }
  return longest;
}

interface Command {
  readonly text: string;
  /** What joins it to its neighbours. */
  readonly before: string;
  readonly after: string;
}

/** The simple commands of a script, up to the first that decides, repeats or ends, or that can't be read. */
function* commandsOf(script: string): Generator<Command> {
  let text = '';
  let before = '';
  for (const [token] of script.matchAll(TOKEN)) {
    if (UNCLEAR.test(token) || token.startsWith('<<')) return;
    if (JOINT.test(token)) {
      if (DECIDES.test(text.trim())) return;
      yield { text: text.trim(), before, after: token };
      text = '';
      before = token;
    } else if (!token.startsWith('#')) text += token;
  }
  if (!DECIDES.test(text.trim())) yield { text: text.trim(), before, after: '' };
}
