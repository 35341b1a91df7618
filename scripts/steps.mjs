/** What there is to run, by name: tests, linters, and the program itself. */

import { findRust } from './toolchain.mjs';

// Without Rust, the step that needs it says so.
findRust();

const node = (name, ...args) => ({ name, command: process.execPath, args });
const bin = (tool) => `node_modules/${tool}`;

function checked(crate) {
  const options = ['overflow-checks', 'debug-assertions'];
  return options.flatMap((option) => [
    '--config',
    `profile.release.package.${crate}.${option}=true`,
  ]);
}

export const TESTS = [
  {
    name: 'Rust tests',
    command: 'cargo',
    // The profile of the addon, so that no dependency is compiled twice. The core alone is compiled
    // again, so that sums that overflow and assertions that fail are found. A profile of its own
    // would compile every dependency again, as Cargo keeps each profile in a folder of its own.
    args: ['test', '--release', '--workspace', '--locked', ...checked('mementor-core')],
    runner: 'cargo',
  },
  { ...node('TypeScript tests', bin('vitest/vitest.mjs'), 'run'), runner: 'vitest' },
];

export const LINTERS = [
  { name: 'rustfmt', command: 'cargo', args: ['fmt', '--all', '--check'] },
  {
    name: 'clippy',
    command: 'cargo',
    args: [
      'clippy',
      '--release',
      '--workspace',
      '--all-targets',
      '--locked',
      '--',
      '-D',
      'warnings',
    ],
  },
  node('Biome', bin('@biomejs/biome/bin/biome'), 'ci', '--colors=off'),
  node('tsc', bin('typescript/bin/tsc'), '--noEmit'),
];

export const E2E = [{ ...node('the real client', 'test/e2e/run.mjs'), runner: 'e2e' }];
export const DEMO = [node('demo', 'scripts/demo.mjs')];
