/** Runs commands one after another with their output shown, and adds up what test runners report. */

import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** How each runner says how many tests it ran; every match in its output counts. */
const RUNNERS = {
  cargo:
    /test result: \w+\. (?<passed>\d+) passed; (?<failed>\d+) failed; (?<skipped>\d+) ignored/g,
  vitest:
    /^\s*Tests\s+(?:(?<failed>\d+) failed)?[ |]*(?:(?<passed>\d+) passed)?[ |]*(?:(?<skipped>\d+) skipped)?/gm,
  e2e: /^(?<passed>\d+) passed, (?<failed>\d+) failed, (?<skipped>\d+) skipped$/gm,
};

/** Runs one command; resolves to its exit status and output without colour. */
export function run(command, args) {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', CARGO_TERM_COLOR: 'never' };
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]) {
      from.on('data', (data) => {
        output += data;
        to.write(data);
      });
    }
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, output }));
  });
}

/** Returns the sums of what a runner reported. */
export function counted(runner, output) {
  const sums = { passed: 0, failed: 0, skipped: 0 };
  for (const { groups } of output.matchAll(RUNNERS[runner])) {
    for (const name of Object.keys(sums)) sums[name] += Number(groups[name] ?? 0);
  }
  return sums;
}

/** Runs steps in order, all of them, and returns the sums over their runners. */
export async function runAll(steps) {
  const sums = { passed: 0, failed: 0, skipped: 0 };
  for (const { name, command, args, runner } of steps) {
    process.stdout.write(`\n== ${name}\n`);
    const { status, output } = await run(command, args);
    const found = runner
      ? counted(runner, output)
      : { passed: status === 0 ? 1 : 0, failed: 0, skipped: 0 };
    // A runner that broke before it could count has failed all the same.
    if (status !== 0 && found.failed === 0) found.failed = 1;
    if (runner && status === 0 && found.passed + found.skipped === 0) found.failed = 1;
    for (const key of Object.keys(sums)) sums[key] += found[key];
  }
  return sums;
}

/** Prints the one closing line and sets the exit status. */
export function close({ passed, failed, skipped }) {
  process.stdout.write(
    `\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
  );
  process.exitCode = failed > 0 ? 1 : 0;
}
