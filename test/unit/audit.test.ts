import { expect, test } from 'vitest';
import { isAllowed, listIn, refusedCrates, refusedPackages } from '../../scripts/allowed.mjs';

const ALLOWED = ['MIT', 'Zlib', 'Apache-2.0'];

test.each([
  ['MIT', true],
  ['GPL-3.0', false],
  ['GPL-3.0 OR MIT', true],
  ['GPL-3.0/MIT', true],
  ['MIT AND GPL-3.0', false],
  ['MIT AND Zlib', true],
  ['GPL-3.0 AND MIT OR Zlib', true],
  ['Zlib OR MIT AND GPL-3.0', true],
  ['(Zlib OR MIT) AND GPL-3.0', false],
  ['(GPL-3.0 OR MIT) AND (Zlib OR GPL-3.0)', true],
  ['Apache-2.0 WITH LLVM-exception', false],
  ['Apache-2.0 WITH LLVM-exception OR MIT', true],
  ['MIT Zlib', false],
  ['(MIT', false],
  ['', false],
])('%s is allowed: %s', (expression, allowed) => {
  expect(isAllowed(expression, ALLOWED)).toBe(allowed);
});

test('an exception is allowed when it is named with its licence', () => {
  const expression = 'Apache-2.0 WITH LLVM-exception';
  expect(isAllowed(expression, [expression])).toBe(true);
});

test('a list is read over several lines, and a missing one is an error', () => {
  const toml = '[a]\nallow-x = ["no"]\nallow = [\n  "MIT",\n  "Zlib", # why\n]\n';
  expect(listIn(toml, 'allow')).toEqual(['MIT', 'Zlib']);
  expect(() => listIn(toml, 'deny')).toThrow('deny');
});

test('crates of another licence or source are named, those of the workspace are not', () => {
  const index = 'https://example.org/index';
  const crate = (name: string, license: string | null, source: string | null) => ({
    ...{ id: `id of ${name}`, name, version: '1.0.0', license, source },
  });
  const metadata = {
    workspace_members: ['id of ours'],
    packages: [
      crate('ours', 'MIT', null),
      crate('good', 'MIT', `registry+${index}`),
      crate('bad', 'GPL-3.0', `registry+${index}`),
      crate('mute', null, `registry+${index}`),
      crate('forked', 'MIT', 'git+https://example.org/forked'),
      crate('beside', 'MIT', null),
    ],
  };
  expect(refusedCrates(metadata, { licences: ALLOWED, registries: [index] })).toEqual([
    'bad 1.0.0 has the licence GPL-3.0',
    'mute 1.0.0 names no licence',
    'forked 1.0.0 is from git+https://example.org/forked',
    'beside 1.0.0 is from id of beside',
  ]);
});

test('packages of another source are named, and those that come along of another licence', () => {
  const packages = {
    '': { version: '0.1.0' },
    'node_modules/good': { version: '1.0.0', license: 'MIT' },
    'node_modules/bad': { version: '1.0.0', license: 'GPL-3.0' },
    'node_modules/a/node_modules/@b/tool': { version: '2.0.0', license: 'GPL-3.0', dev: true },
    'node_modules/forked': {
      ...{ version: '1.0.0', license: 'MIT', dev: true },
      resolved: 'git+ssh://git@example.org/forked.git#0000000',
    },
  };
  expect(refusedPackages({ packages }, ALLOWED)).toEqual([
    'bad 1.0.0 has the licence GPL-3.0',
    'forked 1.0.0 is from git+ssh://git@example.org/forked.git#0000000',
  ]);
});
