/** Completion: made from the commands, and taken by the shells themselves. */

import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { completionOf } from '../../src/help/completion/script.ts';
import { SHELLS, type Shell } from '../../src/help/completion/shells.ts';
import { treeOf, withDescendants } from '../../src/help/tree.ts';
import { runProgram } from '../../src/program/program.ts';
import { fakeContext, fakeOutput, temporaryFolder } from '../helpers/fake-context.ts';
import { wholeProgram } from '../helpers/whole-program.ts';

const ROOT = treeOf(await wholeProgram());
const COMMANDS = withDescendants(ROOT);

function scriptFile(shell: Shell): string {
  const path = join(temporaryFolder(), `mementor.${shell}`);
  writeFileSync(path, completionOf(shell, ROOT));
  return path;
}

function present(command: string): boolean {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;
}

/** What bash offers after these words; the last one is being typed. */
function bash(...words: string[]): string[] {
  const script = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
    _mementor; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const args = ['--norc', '-c', script, 'bash', scriptFile('bash'), 'mementor', ...words];
  const done = spawnSync('bash', args, { encoding: 'utf8' });
  expect(done.stderr.replace(/.*compopt: not currently executing completion function\n/, '')).toBe(
    '',
  );
  return done.stdout.split('\n').filter((line) => line !== '');
}

function fish(line: string): string[] {
  const args = [
    '--no-config',
    '-c',
    'source $argv[1]; complete -C $argv[2]',
    scriptFile('fish'),
    line,
  ];
  const text = execFileSync('fish', args, { encoding: 'utf8', cwd: temporaryFolder() });
  return text.split('\n').flatMap((each) => (each === '' ? [] : [each.split('\t')[0] ?? '']));
}

const CASES: readonly (readonly [words: readonly string[], offered: readonly string[]])[] = [
  [['qu'], ['query']],
  [['sea'], ['search']],
  [
    ['search', 'x', '--s'],
    ['--since', '--session'],
  ],
  [['uninstall', '--pu'], ['--purge']],
  [['completion', 'bash', ''], []],
  [
    ['config', ''],
    [
      'context-budget',
      'detect',
      'engine',
      'exclude',
      'limit',
      'mask',
      'model',
      'notice',
      'rate',
      'recall',
      'suspect',
      'threads',
    ],
  ],
  [['config', 're'], ['recall']],
  // The options of `notes list`, which may be left out.
  [['notes', '--st'], ['--state']],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish'],
  ],
  [
    ['query', 'x', '--s'],
    ['--since', '--session'],
  ],
  [
    ['enable', '--as', ''],
    ['settings', 'plugin'],
  ],
  [['query', 'status', '--ex'], ['--explain']],
  [['status', ''], []],
  [['query', '--since', ''], []],
  [['drai'], []],
];

describe('bash', () => {
  it.skipIf(!present('bash')).each(CASES)('%j', (words, offered) => {
    expect(bash(...words).toSorted()).toEqual([...offered].toSorted());
  });

  it.skipIf(!present('bash'))('takes `--option=value` apart', () => {
    expect(bash('enable', '--as', '=', 'p')).toEqual(['plugin']);
    expect(bash('enable', '--as', '=')).toEqual(['settings', 'plugin']);
  });

  it.skipIf(!present('bash'))('offers every command and every option of each', () => {
    expect(bash('')).toEqual(ROOT.commands.flatMap(({ name, aliases }) => [name, ...aliases]));
    for (const node of COMMANDS.filter(({ path }) => ['query', 'notes set'].includes(path))) {
      const words = node.path === '' ? [] : node.path.split(' ');
      expect(bash(...words, '-')).toEqual(node.options.flatMap((option) => option.flags));
    }
  });
});

describe.skipIf(!present('fish'))('fish (skipped where there is none)', () => {
  it.each(CASES)('%j', (words, offered) => {
    expect(fish(['mementor', ...words].join(' ')).toSorted()).toEqual([...offered].toSorted());
  });
});

describe('every shell', () => {
  for (const shell of SHELLS) {
    it.skipIf(!present(shell))(`${shell} can read its script (skipped where there is none)`, () => {
      const done = spawnSync(shell, ['-n', scriptFile(shell)], { encoding: 'utf8' });
      expect({ status: done.status, stderr: done.stderr }).toEqual({ status: 0, stderr: '' });
    });
  }

  it.each(SHELLS)('%s gets it from `mementor completion`', async (shell) => {
    const context = { ...fakeContext(), stdout: fakeOutput() };
    expect(await runProgram(['completion', shell], context)).toBe(0);
    expect(context.stdout.text).toBe(completionOf(shell, ROOT));
  });

  it('is one that we know', async () => {
    const context = { ...fakeContext(), stderr: fakeOutput() };
    expect(await runProgram(['completion', 'tcsh'], context)).toBe(2);
    expect(context.stderr.text).toContain('Allowed choices are bash, zsh, fish.');
  });
});

describe('the help of completion', () => {
  it.each(['fpath=(~/.zfunc $fpath)', 'compinit', 'bash-completion', 'fish/completions'])(
    'says how to install it: %s',
    async (words) => {
      const context = { ...fakeContext(), stdout: fakeOutput() };
      await runProgram(['completion', '--help'], context);
      expect(context.stdout.text).toContain(words);
    },
  );
});
