/** Builds and calls the measuring program, `crates/bench`: one measurement a process. */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findRust } from '../scripts/toolchain.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const cli = join(root, 'dist', 'cli.js');
const models = join(root, 'models');

/** A measurement prints one line, however long. */
const OUTPUT_BYTES_MAX = 64 << 20;

/** Says what a person can do about it, and ends. */
export function fail(message, hint) {
  process.stderr.write(`error: ${message}\n\nhint: ${hint}\n`);
  process.exit(2);
}

/** Builds the program; returns where it is. */
function build() {
  if (process.platform === 'win32') {
    fail('what a process costs is measured on Linux and macOS only', 'run it on one of these');
  }
  if (!existsSync(cli) || !existsSync(join(root, 'native', 'mementor.node'))) {
    fail('Mementor is not built', 'run `npm install` first');
  }
  const args = ['build', '--release', '--locked', '-p', 'mementor-bench'];
  const options = { cwd: root, encoding: 'utf8', maxBuffer: OUTPUT_BYTES_MAX };
  findRust();
  const done = spawnSync('cargo', [...args, '--message-format', 'json-render-diagnostics'], {
    ...options,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (done.status !== 0) fail('mementor-bench does not build', 'the lines above say why');
  const lines = done.stdout.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line).executable).findLast(Boolean);
}

/** Returns the calls of the program. */
export function makeTool() {
  const program = build();
  return {
    /** Returns what a measurement says. */
    measure: (name, options = {}) => run(program, [name, ...flags(options)]),
    /** Returns the command line of a measurement. */
    command: (name, options = {}) => [program, name, ...flags(options)],
    /** Returns the same with what its process cost: `{ cpuMs, peakBytes, found, … }`. */
    inProcess(name, options = {}) {
      const done = run(program, ['spawn', '--', program, name, ...flags(options)]);
      if (done.status !== 0) throw new Error(`mementor-bench ${name} failed`);
      return { ...done, found: JSON.parse(done.stdout) };
    },
    /** Returns what a command cost; `orphans` waits for what it left running. */
    spawn(command, { stdin, orphans = false, ...options } = {}) {
      const about = [
        ...(stdin ? ['--stdin', stdin] : []),
        ...(orphans ? ['--orphans', 'yes'] : []),
      ];
      return run(program, ['spawn', ...about, '--', ...command], options);
    },
  };
}

function run(program, args, { env = {}, cwd = root } = {}) {
  const options = { cwd, encoding: 'utf8', maxBuffer: OUTPUT_BYTES_MAX };
  const done = spawnSync(program, args, { ...options, env: { ...process.env, ...env } });
  if (done.status !== 0) throw new Error(`mementor-bench ${args[0]}: ${done.stderr}`);
  return JSON.parse(done.stdout);
}

function flags(options) {
  return Object.entries({ models, ...options })
    .filter(([, value]) => value !== undefined)
    .flatMap(([name, value]) => [`--${name}`, String(value)]);
}
