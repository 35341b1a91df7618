/** Completion of names: what the shells offer from the memory, and what they never see. */

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { CLI, conversation, type Sandbox, sandbox } from '../helpers/sandbox.ts';

const SESSION = '5ead0000-1111-4222-8333-444455556666';
const OTHER = '5ebe0000-1111-4222-8333-444455556666';

let box: Sandbox;

/** A memory with two sessions, and a folder with `mementor` and its completion scripts. */
beforeAll(async () => {
  box = sandbox();
  const chat = conversation(box.project, { session: SESSION, branch: 'fix/port' });
  const other = conversation(box.project, { session: OTHER, branch: 'main', at: '2026-11-01' });
  box.write('transcripts/a.jsonl', chat.turn('Which port does staging use?', '6543.'));
  box.write('transcripts/b.jsonl', other.turn('Which host?', 'staging.'));
  const words = { env: { MEMENTOR_MODELS: '/nonexistent/models' } };
  await box.cli(['ingest'], words);
  await box.cli(['config', 'exclude', '["~/clients/*"]']);
  const bin = box.write(
    'bin/mementor',
    `#!/bin/sh\nexec ${JSON.stringify(process.execPath)} ${JSON.stringify(CLI)} "$@"\n`,
  );
  chmodSync(bin, 0o755);
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { stdout } = await box.cli(['completion', shell]);
    writeFileSync(join(box.root, `completion.${shell}`), stdout);
  }
});

function present(command: string): boolean {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;
}

function shell(command: string, args: readonly string[]): string[] {
  const path = `${join(box.root, 'bin')}:${box.env.PATH}`;
  const done = spawnSync(command, args, {
    encoding: 'utf8',
    cwd: box.project,
    env: { ...box.env, LC_ALL: 'C.UTF-8', PATH: path },
  });
  expect(done.stderr).toBe('');
  return done.stdout.split('\n').filter((line) => line !== '');
}

function bash(...words: string[]): string[] {
  const script = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
    _mementor; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const args = ['--norc', '-c', script, 'bash', join(box.root, 'completion.bash')];
  return shell('bash', [...args, 'mementor', ...words]);
}

function fish(...words: string[]): string[] {
  const script = 'source $argv[1]; complete -C $argv[2]';
  const line = ['mementor', ...words].join(' ');
  const args = ['--no-config', '-c', script, join(box.root, 'completion.fish'), line];
  return shell('fish', args).map((each) => each.split('\t')[0] ?? '');
}

/** Calls zsh's completion with a stand-in for what shows the names. */
function zsh(...words: string[]): string[] {
  const script = `compdef() { }; _describe() { print -rl -- $names }; _files() { print :files }
    source $1; shift; words=(mementor "$@") CURRENT=$#words PREFIX=$words[-1]; _mementor || true`;
  const args = ['-f', '-c', script, 'zsh', join(box.root, 'completion.zsh'), ...words];
  return shell('zsh', args).map((each) => each.split(/(?<!\\):/)[0] ?? '');
}

const CASES: readonly (readonly [words: readonly string[], offered: readonly string[]])[] = [
  [
    ['query', 'x', '--branch', ''],
    ['fix/port', 'main'],
  ],
  [['search', 'x', '--branch', 'f'], ['fix/port']],
  [['mute', '--session', '5ea'], ['5ead0000']],
  [['resume', '5eb'], ['5ebe0000']],
  [
    ['show', '5e'],
    ['5ead0000', '5ebe0000'],
  ],
  [['show', SESSION.slice(0, 12)], [SESSION]],
  [['show', '5ead0000', ''], []],
  [
    ['config', 'recall', ''],
    ['true', 'false'],
  ],
  [['config', 'recall', 'f'], ['false']],
  [['config', 'limit', ''], []],
  [
    ['model', 'use', ''],
    ['all-MiniLM-L6-v2-dynamic-int8', 'bge-small-en-v1.5'],
  ],
];

describe.skipIf(!present('bash'))('bash', () => {
  it.each(CASES)('%j', (words, offered) => {
    expect(bash(...words).toSorted()).toEqual([...offered].toSorted());
  });

  it('quotes a name for the shell, and runs nothing that stands in it', () => {
    expect(bash('query', '--project', '')).toEqual([`it\\'s\\ \\"ö\\"\\ project`]);
    expect(bash('config', '--remove', 'exclude', '')).toEqual(['\\~/clients/\\*']);
  });
});

describe.skipIf(!present('fish'))('fish (skipped where there is none)', () => {
  it.each(CASES)('%j', (words, offered) => {
    expect(fish(...words).toSorted()).toEqual([...offered].toSorted());
  });
});

describe.skipIf(!present('zsh'))('zsh (skipped where there is none)', () => {
  it.each(CASES)('%j', (words, offered) => {
    expect(zsh(...words).toSorted()).toEqual([...offered].toSorted());
  });
});

describe('`mementor complete`', () => {
  it('says what a name means, after a tab', async () => {
    const { stdout } = await box.cli(['complete', 'resume', '5ea']);
    expect(stdout).toBe('5ead0000\t2026-11-17 09:00 Which port does staging use?\n');
  });

  it('offers turns beside sessions where both are taken', async () => {
    const [turn] = JSON.parse((await box.cli(['show', SESSION, '--json'])).stdout).turns;
    const { stdout } = await box.cli(['complete', 'show', turn.turn.slice(0, 6)]);
    expect(stdout.startsWith(turn.turn.slice(0, 8))).toBe(true);
  });

  it.each([
    [['complete', 'nosuch']],
    [['complete', 'resume', "' OR 1=1"]],
    [['complete', 'config', 'nosuch', '']],
    [['complete', 'status', '']],
  ])('%j prints nothing, and succeeds', async (args) => {
    expect(await box.cli(args)).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
  });

  it.each([
    ['query', '--branch'],
    ['show'],
    ['config', 'mask'],
    ['query', '--project'],
    ['resume'],
  ])(
    '%s %s creates nothing where there is no memory, and is silent about a broken one',
    async (...words) => {
      const empty = join(box.root, 'empty');
      const quiet = { exitCode: 0, stdout: '', stderr: '' };
      expect(
        await box.cli(['complete', ...words, ''], { env: { MEMENTOR_HOME: empty } }),
      ).toMatchObject(quiet);
      expect(existsSync(empty)).toBe(false);
      const broken = join(box.root, 'broken');
      mkdirSync(broken, { recursive: true });
      writeFileSync(join(broken, 'memory.db'), 'no database');
      expect(
        await box.cli(['complete', ...words, ''], { env: { MEMENTOR_HOME: broken } }),
      ).toMatchObject(quiet);
      expect(readdirSync(broken)).toEqual(['memory.db']);
    },
  );

  it('is hidden from the help', async () => {
    expect((await box.cli(['--help'])).stdout).not.toContain('complete ');
  });
});
