/** What there is to run, by name: tests, linters, and the program itself. */

const node = (name, ...args) => ({ name, command: process.execPath, args });
const bin = (tool) => `node_modules/${tool}`;

export const TESTS = [
  {
    name: 'Rust tests',
    command: 'cargo',
    // The profile of the addon, so that nothing is compiled twice.
    args: ['test', '--release', '--workspace', '--locked'],
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
