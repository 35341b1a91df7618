/**
 * `npm run arithmetic`: the encoder's arithmetic, checked for longer than `npm test` has time. Its
 * two functions over every float there is, and all its tests on an emulated ARM processor.
 *
 * The second part needs QEMU's `qemu-aarch64-static` or `qemu-aarch64`, the C compiler
 * `aarch64-linux-gnu-gcc` and Rust's target `aarch64-unknown-linux-gnu`. It is left out where one of
 * them is missing, and where the processor is an ARM one: there `npm test` does the same.
 */

import { spawnSync } from 'node:child_process';
import { close, runAll } from './run-all.mjs';
import { findRust } from './toolchain.mjs';

const TARGET = 'aarch64-unknown-linux-gnu';
const COMPILER = 'aarch64-linux-gnu-gcc';

findRust();

const runs = (command) => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;

function hasTarget() {
  const { status, stdout } = spawnSync('rustup', ['target', 'list', '--installed']);
  return status === 0 && stdout.toString().split('\n').includes(TARGET);
}

const cargo = (name, ...args) => ({
  name,
  command: 'cargo',
  args: ['test', '--release', '--locked', '-p', 'mementor-encoder', ...args],
  runner: 'cargo',
});

const steps = [cargo('every float', '--lib', '--', '--ignored')];
const emulator = ['qemu-aarch64-static', 'qemu-aarch64'].find(runs);
const missing = [
  [emulator !== undefined, 'qemu-aarch64-static'],
  [runs(COMPILER), COMPILER],
  [hasTarget(), `Rust's target ${TARGET}`],
].filter(([is]) => !is);
const isArm = process.arch === 'arm64';
if (!isArm && missing.length === 0) {
  const config = [
    `target.${TARGET}.linker="${COMPILER}"`,
    // What the compiler links dynamically stands in its own folder.
    `target.${TARGET}.runner="${emulator} -L /usr/aarch64-linux-gnu"`,
  ].flatMap((line) => ['--config', line]);
  // Texts of every length would take eight minutes.
  const but = ['--skip', 'texts_of_every_length'];
  steps.push(cargo('ARM, emulated', '--target', TARGET, ...config, '--', ...but));
}

const sums = await runAll(steps);
if (!isArm && missing.length > 0) {
  const names = missing.map(([, name]) => name).join(', ');
  process.stdout.write(`\nleft out: the tests on an emulated ARM processor (missing: ${names})\n`);
  sums.skipped += 1;
}
close(sums);
