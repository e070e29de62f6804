// Times processes from start to end.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const PEAK_MEMORY = fileURLToPath(new URL('peak-memory.cjs', import.meta.url));
const LONGEST_SECONDS = 60;

export const ROUNDS = 5;

/**
 * @typedef {object} Contender
 * @property {string} name
 * @property {string[]} args what Node.js is started with
 * @property {string} [cwd]
 * @property {number} [repeat] runs in a round; more than one for those that are soon over
 *
 * @typedef {object} Measured
 * @property {number[]} times milliseconds, in the order of the runs
 * @property {number} [peak] bytes
 * @property {string} [failure] why there are no more times
 */

/**
 * Runs every contender once for its memory, which is the warm-up, and then once in each round, so that a machine with
 * other things to do is as slow for all of them. One that fails isn't run again.
 *
 * @param {Contender[]} contenders
 * @param {(text: string) => void} progress
 * @returns {Map<string, Measured>} by name
 */
export function measure(contenders, progress) {
  const results = new Map(contenders.map(({ name }) => [name, { times: [] }]));
  for (const { name, args, cwd } of contenders) {
    progress(`warming up: ${name}`);
    const { peak, failure } = run(['--require', PEAK_MEMORY, ...args], cwd);
    Object.assign(results.get(name), { peak, failure });
  }
  for (let round = 1; round <= ROUNDS; round++) {
    for (const { name, args, cwd, repeat = 1 } of contenders) {
      const result = results.get(name);
      progress(`round ${round} of ${ROUNDS}: ${name}`);
      for (let at = 0; at < repeat && !result.failure; at++) {
        const { milliseconds, failure } = run(args, cwd);
        if (failure) result.failure = failure;
        else result.times.push(milliseconds);
      }
    }
  }
  return results;
}

function run(args, cwd) {
  const start = process.hrtime.bigint();
  const ended = spawnSync(process.execPath, args, {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    timeout: LONGEST_SECONDS * 1000,
    killSignal: 'SIGKILL',
  });
  const milliseconds = Number(process.hrtime.bigint() - start) / 1e6;
  const kilobytes = /^peak-memory (\d+)$/m.exec(ended.stderr)?.[1];
  return { milliseconds, peak: kilobytes && Number(kilobytes) * 1024, failure: failureOf(ended) };
}

/** Status 1 is a run with findings. */
function failureOf({ status, signal, error, stderr }) {
  if (error?.code === 'ETIMEDOUT') return `over ${LONGEST_SECONDS} s`;
  if (status === 0 || status === 1) return undefined;
  if (/out of memory/i.test(stderr)) return 'out of memory';
  return `failed (${signal ?? error?.code ?? `status ${status}`})`;
}
