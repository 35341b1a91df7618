/**
 * `npm run arithmetic`: the encoder's arithmetic, checked for longer than `npm test` has time. Its
 * two functions over every float there is, and its tests on two emulated processors: an ARM one, and
 * an x86 one of 2008, which has only the portable kernel.
 *
 * Both need QEMU (`qemu-user-static`), and the first one the C compiler `aarch64-linux-gnu-gcc` and
 * Rust's target `aarch64-unknown-linux-gnu`. What is missing is left out, and what the processor is
 * itself: there `npm test` does the same.
 */

import { spawnSync } from 'node:child_process';
import { close, runAll } from './run-all.mjs';
import { findRust } from './toolchain.mjs';

findRust();

const runs = (command) => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;

function hasTarget(target) {
  const { status, stdout } = spawnSync('rustup', ['target', 'list', '--installed']);
  return status === 0 && stdout.toString().split('\n').includes(target);
}

const cargo = (name, ...args) => ({
  name,
  command: 'cargo',
  args: ['test', '--release', '--locked', '-p', 'mementor-encoder', ...args],
  runner: 'cargo',
});

const EMULATED = [
  {
    name: 'an ARM processor',
    isNeeded: process.arch !== 'arm64',
    target: 'aarch64-unknown-linux-gnu',
    emulators: ['qemu-aarch64-static', 'qemu-aarch64'],
    // What the compiler links dynamically stands in its own folder.
    options: '-L /usr/aarch64-linux-gnu',
    linker: 'aarch64-linux-gnu-gcc',
    // Texts of every length would take eight minutes.
    tests: ['--', '--skip', 'texts_of_every_length'],
  },
  {
    name: 'an old x86 processor',
    isNeeded: process.arch === 'x64',
    target: 'x86_64-unknown-linux-gnu',
    emulators: ['qemu-x86_64-static', 'qemu-x86_64'],
    options: '-cpu Nehalem',
    // Each of the others would take minutes.
    tests: ['--test', 'vectors', '--', 'vectors_stay_as_they_are'],
  },
];

const steps = [cargo('every float', '--lib', '--', '--ignored')];
const leftOut = [];
for (const { name, isNeeded, target, emulators, options, linker, tests } of EMULATED) {
  if (!isNeeded) continue;
  const emulator = emulators.find(runs);
  const missing = [
    [emulator !== undefined, emulators[0]],
    [linker === undefined || runs(linker), linker],
    [hasTarget(target), `Rust's target ${target}`],
  ].flatMap(([is, what]) => (is ? [] : [what]));
  if (missing.length > 0) {
    leftOut.push(`the tests on ${name} (missing: ${missing.join(', ')})`);
    continue;
  }
  const config = [
    `target.${target}.runner="${emulator} ${options}"`,
    ...(linker === undefined ? [] : [`target.${target}.linker="${linker}"`]),
  ].flatMap((line) => ['--config', line]);
  steps.push(cargo(`${name}, emulated`, '--target', target, ...config, ...tests));
}

const sums = await runAll(steps);
for (const what of leftOut) {
  process.stdout.write(`\nleft out: ${what}\n`);
  sums.skipped += 1;
}
close(sums);
