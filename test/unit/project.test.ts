/** `mementor project`: what a directory belongs to, who says so, and a person's word on it. */

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runProgram } from '../../src/program/program.ts';
import { type FakeContext, fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { remember, writeTranscript } from '../helpers/remembered.ts';
import { clone, files } from '../helpers/repositories.ts';

const URL = 'git@github.com:acme/private-thing.git';
const KEY = 'github.com/acme/private-thing';

let context: FakeContext;

beforeEach(() => {
  context = fakeContext({ env: { MEMENTOR_MODELS: '/nonexistent' } });
});

async function run(cwd: string, ...args: string[]) {
  const fresh = { ...context, cwd, stdout: fakeOutput(), stderr: fakeOutput() };
  const exitCode = await runProgram(args, fresh);
  return { exitCode, stdout: fresh.stdout.text, stderr: fresh.stderr.text };
}

async function documentIn(cwd: string, ...args: string[]): Promise<Record<string, unknown>> {
  return JSON.parse((await run(cwd, ...args, '--json')).stdout);
}

/** Two repositories of one URL, with a turn each; they share no commit. */
function apart(): { victim: string; other: string } {
  const victim = clone(join(context.homedir, 'victim'), URL, 1);
  const other = clone(join(context.homedir, 'other'), URL, 9);
  remember(
    context,
    writeTranscript(context, { project: 'victim', session: 's-1', prompts: ['ours'] }),
    writeTranscript(context, { project: 'other', session: 's-2', prompts: ['theirs'] }),
  );
  return { victim, other };
}

async function turnsIn(cwd: string): Promise<string[]> {
  const { sessions = [] } = (await documentIn(cwd, 'sessions')) as {
    sessions?: { session: string }[];
  };
  return sessions.map(({ session }) => session).sort();
}

describe('a repository that names a known remote and cannot show that it is the same', () => {
  it('is told by project show, doctor, status and why', async () => {
    const { victim, other } = apart();
    expect(await documentIn(other, 'project', 'show')).toMatchObject({
      standing: 'unproven',
      names: { key: KEY },
      keptApart: KEY,
    });
    expect(await documentIn(victim, 'project', 'show')).toMatchObject({
      project: { key: KEY, name: 'private-thing' },
      standing: 'known',
      keptApart: null,
    });
    for (const command of [['project', 'show'], ['status'], ['why', 'where is the zeppelin?']]) {
      const { stdout } = await run(other, ...command);
      expect(stdout).toContain(`names the same remote as the project ${KEY}`);
      expect(stdout).toContain('mementor project join');
      expect((await run(victim, ...command)).stdout).not.toContain('names the same remote');
    }
    const { checks } = (await documentIn(other, 'doctor')) as { checks: { name: string }[] };
    expect(checks.find(({ name }) => name === 'project')).toMatchObject({
      status: 'warn',
      detail: expect.stringContaining(KEY),
      fix: expect.stringContaining('mementor project join'),
    });
    expect(await documentIn(other, 'status')).toMatchObject({ keptApart: KEY });
  });

  it('joins with its turns, and leaves with them', async () => {
    const { victim, other } = apart();
    expect(await documentIn(other, 'project', 'join', '--dry-run')).toEqual({
      version: 1,
      done: 'shown',
      from: { key: `${other}/.git`, name: 'other' },
      to: { key: KEY, name: 'private-thing' },
      turns: 1,
      notes: 0,
      moved: 0,
    });
    expect(await turnsIn(victim)).toEqual(['s-1']);
    expect(await run(other, 'project', 'join')).toMatchObject({
      exitCode: 0,
      stdout: `${other} joins ${KEY}: 1 turn moved.\n`,
    });
    expect(await turnsIn(victim)).toEqual(['s-1', 's-2']);
    expect((await run(other, 'status')).stdout).not.toContain('names the same remote');
    expect(await documentIn(other, 'project', 'leave')).toMatchObject({ done: 'done', moved: 1 });
    expect([await turnsIn(victim), await turnsIn(other)]).toEqual([['s-1'], ['s-2']]);
    // The person wants it so: nothing warns.
    expect((await run(other, 'status')).stdout).not.toContain('names the same remote');
  });
});

describe('mementor project', () => {
  it('says what is wrong, and changes nothing', async () => {
    const { victim } = apart();
    const refused = await run(victim, 'project', 'leave');
    expect(refused).toMatchObject({ exitCode: 0 });
    expect(await run(victim, 'project', 'leave')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('is a project of its own already'),
    });
    expect(await run(victim, 'project', 'join', 'no-such')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('no project is called no-such'),
    });
  });

  it('says that there is nothing to join or to move', async () => {
    const { victim, other } = apart();
    const folder = join(context.homedir, 'empty');
    mkdirSync(folder, { recursive: true });
    expect((await run(folder, 'project', 'join', KEY, '--dry-run')).stdout).toContain(
      `joins ${KEY}. Nothing was stored from here yet; what is stored from now on would belong there.`,
    );
    expect((await run(folder, 'project', 'join', KEY)).stdout).toContain('will belong there');
    expect((await run(folder, 'project', 'join')).exitCode).toBe(2);
    for (const name of [`${other}/.git`, 'other']) {
      expect(await run(other, 'project', 'join', name)).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining('is this project itself: there is nothing to join'),
      });
    }
    expect(await turnsIn(victim)).toEqual(['s-1']);
  });

  it('names a git file that nothing points back to', async () => {
    const { victim } = apart();
    const pointer = files(join(context.homedir, 'pointer'), { '.git': 'gitdir: ../victim/.git' });
    const document = await documentIn(pointer, 'project', 'show');
    expect(document).toMatchObject({ standing: 'alone', keptApart: `${victim}/.git` });
    expect(await turnsIn(pointer)).toEqual([]);
  });

  it('asks for a memory', async () => {
    mkdirSync(context.cwd, { recursive: true });
    expect(await run(context.cwd, 'project', 'show')).toMatchObject({ exitCode: 2 });
  });
});

describe('a repository that may have been another project', () => {
  /** A clone of a fork, where the clone of the original is gone. */
  function fork(): string {
    const original = clone(join(context.homedir, 'original'), URL, 1);
    const transcript = { project: 'original', session: 's-1', prompts: ['ours'] };
    remember(context, writeTranscript(context, transcript));
    rmSync(original, { recursive: true });
    return clone(join(context.homedir, 'fork'), 'git@github.com:me/private-thing.git', 1);
  }

  it('is told wherever the memory is asked, with the command that joins it', async () => {
    const cwd = fork();
    for (const command of [['project', 'show'], ['status'], ['query', 'zeppelin']]) {
      const { stdout, stderr } = await run(cwd, ...command);
      expect(stdout + stderr).toContain(KEY);
      expect(stdout + stderr).toContain('mementor project join');
    }
    expect(await documentIn(cwd, 'project', 'show')).toMatchObject({ keptApart: KEY });
    expect((await run(cwd, 'project', 'join')).stdout).toContain(`joins ${KEY}`);
    expect(await turnsIn(cwd)).toEqual(['s-1']);
    expect(await documentIn(cwd, 'project', 'show')).toMatchObject({ keptApart: null });
  });

  it('stays what it is when the person says that it is not', async () => {
    const cwd = fork();
    expect((await run(cwd, 'project', 'leave')).stdout).toContain(
      'stays in github.com/me/private-thing, and you are not asked about it any more',
    );
    expect(await documentIn(cwd, 'project', 'show')).toMatchObject({
      project: { key: 'github.com/me/private-thing' },
      keptApart: null,
    });
    expect(await turnsIn(cwd)).toEqual([]);
  });
});
