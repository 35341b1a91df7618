/** Counts the instructions of a process with valgrind: the same number on a busy and an idle machine. */

import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** What Node does by chance or beside the main thread would differ from run to run. */
const STEADY = ['--single-threaded', '--hash-seed=1', '--random-seed=1'];

/** Returns the version of valgrind; undefined where it is missing or does not run. */
export function counterVersion() {
  const done = spawnSync('valgrind', ['--version'], { encoding: 'utf8' });
  return done.status === 0 ? done.stdout.trim().replace('valgrind-', '') : undefined;
}

/** Returns the command that runs Node in the same way each time. */
export function steadyNode(...args) {
  return [process.execPath, ...STEADY, ...args];
}

/** Runs a command, with `stdin` as its input; returns `{ instructions, stdout }`. */
export function count(command, { env, cwd, stdin = '' }) {
  const log = join(cwd, 'valgrind.log');
  const valgrind = ['--tool=cachegrind', '--cache-sim=no', '--cachegrind-out-file=/dev/null'];
  const args = [...valgrind, `--log-file=${log}`, ...command];
  const done = spawnSync('valgrind', args, { env, cwd, input: stdin, encoding: 'utf8' });
  const said = readFileSync(log, 'utf8');
  rmSync(log);
  const counted = /I\s+refs:\s+([\d,]+)/.exec(said);
  if (done.status !== 0 || counted === null) {
    throw new Error(`${command.join(' ')} was not counted: ${done.stderr}${said}`);
  }
  return { instructions: Number(counted[1].replaceAll(',', '')), stdout: done.stdout };
}
