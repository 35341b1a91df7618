/** Runs a program to its end, with the processor time that it took. */

import { spawnSync } from 'node:child_process';

const OUTPUT_BYTES_MAX = 256 << 20;
/** Of the shell: seconds of the program, and those that the system spent for it. */
const TIMES = /\n(\d+[.,]\d+) (\d+[.,]\d+)\n$/;

/** Returns what a program printed, its exit status, and its processor time in milliseconds. */
export function run([program, ...args], { env, cwd, input = '' }) {
  const script = 'TIMEFORMAT=$\'\\n%3U %3S\'; time "$@"';
  const options = { env, cwd, input, encoding: 'utf8', maxBuffer: OUTPUT_BYTES_MAX };
  const done = spawnSync('bash', ['-c', script, 'bash', program, ...args], options);
  if (done.error) throw done.error;
  const [, user = '0', system = '0'] = TIMES.exec(done.stderr) ?? [];
  const cpuMs = 1_000 * [user, system].reduce((sum, each) => sum + +each.replace(',', '.'), 0);
  return {
    stdout: done.stdout,
    stderr: done.stderr.replace(TIMES, ''),
    status: done.status,
    cpuMs,
  };
}

/** Whether a program is there. */
export function isThere(program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
}
