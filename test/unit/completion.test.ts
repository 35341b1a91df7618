/** Completion and manual page: made from the commands, and taken by the shells themselves. */

import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { completionOf } from '../../src/help/completion/script.ts';
import { SHELLS, type Shell } from '../../src/help/completion/shells.ts';
import { manualPage } from '../../src/help/manual-page.ts';
import { EXAMPLES } from '../../src/help/reference.ts';
import { treeOf, withDescendants } from '../../src/help/tree.ts';
import { program, runProgram } from '../../src/program/program.ts';
import { fakeContext, fakeOutput, temporaryFolder } from '../helpers/fake-context.ts';

const ROOT = treeOf(program({ context: fakeContext(), set: () => {} }));
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
    ['list', 'get', 'set', 'unset', 'add', 'remove'],
  ],
  [
    ['config', 'set', ''],
    [
      'context-budget',
      'detect',
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
  [['config', 'get', 're'], ['recall']],
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
  [['man'], []],
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
    for (const node of COMMANDS.filter(({ path }) => ['', 'query', 'config set'].includes(path))) {
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

describe('the manual page', () => {
  const page = manualPage(ROOT);

  it('names the aliases, and how completion is installed', () => {
    expect(page).toMatch(/\.B "mementor query"[\s\S]{0,300}\.B "also"\nsearch\n/);
    expect(page).toMatch(/\.B "also"\nls, list\n/);
    expect(page).toContain('autoload \\-Uz compinit && compinit');
  });

  it('names every command and option', () => {
    for (const node of COMMANDS.filter(({ path }) => path !== '')) {
      expect(page).toContain(`.B "mementor ${node.path.replaceAll('-', '\\-')}"`);
      const options = node.options.filter(({ flags }) => !flags.includes('--help'));
      for (const flag of options.flatMap(({ flags }) => flags)) {
        expect(page).toContain(flag.replaceAll('-', '\\-'));
      }
    }
    expect(page).not.toContain('drain');
  });

  it.skipIf(!present('groff'))('is one that groff has nothing against', () => {
    const done = spawnSync('groff', ['-man', '-ww', '-Tutf8', '-P-cbu'], {
      input: page,
      encoding: 'utf8',
    });
    expect({ status: done.status, stderr: done.stderr }).toEqual({ status: 0, stderr: '' });
    expect(done.stdout).toContain('Local memory for Claude Code');
    expect(done.stdout).toContain(
      '$ mementor query "sqlite busy" --limit 3 --json | jq -r \'.hits[].turn\'',
    );
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

describe('examples', () => {
  it('are there for every command but the hooks, and for no other', () => {
    const paths = COMMANDS.map((node) => node.path).filter((path) => path !== 'hook');
    expect(Object.keys(EXAMPLES).toSorted()).toEqual([...paths, 'man'].toSorted());
  });

  it('use options that there are', () => {
    for (const example of Object.values(EXAMPLES).flat()) {
      const words = example.split(/[|>]/)[0]?.trim().split(' ').slice(1) ?? [];
      const node = COMMANDS.filter(({ path }) => ` ${words.join(' ')} `.startsWith(` ${path} `)).at(
        -1,
      );
      const known = [...ROOT.options, ...(node?.options ?? [])].flatMap(({ flags }) => flags);
      for (const word of words.filter((each) => each.startsWith('-')))
        expect(known).toContain(word);
    }
  });
});
