/** Completion: what is offered where, and scripts that the shells can read. */

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SCRIPTS } from '../../src/help/completion/scripts.ts';
import { complete } from '../../src/program/complete.ts';
import { runProgram } from '../../src/program/program.ts';
import { fakeContext, fakeOutput, temporaryFolder } from '../helpers/fake-context.ts';
import { wholeProgram } from '../helpers/whole-program.ts';

/** What is offered in place of the last of these words. */
async function offered(...words: string[]): Promise<string[]> {
  const context = { ...fakeContext(), stdout: fakeOutput() };
  await complete(words, context);
  const lines = context.stdout.text.split('\n').filter((line) => line !== '');
  return lines.map((line) => line.split('\t')[0] ?? '');
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

describe('what is offered', () => {
  it.each(CASES)('%j', async (words, names) => {
    expect((await offered(...words)).toSorted()).toEqual([...names].toSorted());
  });

  it('is the value of an option that bash takes apart, or another shell leaves whole', async () => {
    expect(await offered('enable', '--as', '=', 'p')).toEqual(['plugin']);
    expect(await offered('enable', '--as', '=')).toEqual(['settings', 'plugin']);
    expect(await offered('enable', '--as=p')).toEqual(['--as=plugin']);
  });

  it('are names of files where one is wanted', async () => {
    expect(await offered('export', '--database', '')).toEqual([':files']);
    expect(await offered('ingest', 'a.jsonl', '')).toEqual([':files']);
  });

  it('is every command, and every option of each', async () => {
    const root = await wholeProgram();
    const names = root.commands.flatMap((each) => [each.name(), ...each.aliases()]);
    expect(await offered('')).toEqual(names);
    for (const words of [['query'], ['notes', 'set']]) {
      const command = words.reduce(
        (at, word) => at.commands.find((each) => each.name() === word) ?? at,
        root,
      );
      const flags = command.options.flatMap(({ short, long }) => [short, long]);
      const known = [...flags.filter((flag) => flag !== undefined), '-h', '--help'];
      expect((await offered(...words, '-')).toSorted()).toEqual(known.toSorted());
    }
  });

  it('is said in a few words', async () => {
    const context = { ...fakeContext(), stdout: fakeOutput() };
    await complete(['rem'], context);
    expect(context.stdout.text).toBe('remember\tWrite a note\n');
  });
});

describe('every shell', () => {
  for (const [shell, script] of Object.entries(SCRIPTS)) {
    const isThere = spawnSync(shell, ['--version'], { stdio: 'ignore' }).status === 0;
    it.skipIf(!isThere)(`${shell} can read its script (skipped where there is none)`, () => {
      const path = join(temporaryFolder(), `mementor.${shell}`);
      writeFileSync(path, script);
      const done = spawnSync(shell, ['-n', path], { encoding: 'utf8' });
      expect({ status: done.status, stderr: done.stderr }).toEqual({ status: 0, stderr: '' });
    });

    it(`${shell} gets it from \`mementor completion\``, async () => {
      const context = { ...fakeContext(), stdout: fakeOutput() };
      expect(await runProgram(['completion', shell], context)).toBe(0);
      expect(context.stdout.text).toBe(script);
    });
  }

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
