/** `mementor forget`: shows, asks, removes for good, and proves it. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isUnfinished, removeForGood } from '../../src/forget/unfinished.ts';
import { databaseOf, homeOf, inboxOf, recallsOf } from '../../src/home.ts';
import { native, openForWriting } from '../../src/memory.ts';
import { runProgram } from '../../src/program.ts';
import { runWorker } from '../../src/worker.ts';
import { type FakeContext, fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { remember, writeTranscript } from '../helpers/remembered.ts';

const SECRET = 'the merger with Halvorsen is called project nightjar';

function withTurns(overrides: Partial<FakeContext> = {}): FakeContext {
  const context = fakeContext(overrides);
  const shop = {
    project: 'shop',
    session: 'aaaa1111',
    numbered: true,
    prompts: ['which port is it?', SECRET],
  };
  const farm = {
    project: 'farm',
    session: 'bbbb2222',
    numbered: true,
    prompts: ['how many cows are there?'],
  };
  remember(context, writeTranscript(context, shop), writeTranscript(context, farm));
  return context;
}

async function run(context: FakeContext, ...args: string[]) {
  const fresh = { ...context, stdout: fakeOutput(), stderr: fakeOutput() };
  const exitCode = await runProgram(args, fresh);
  return { exitCode, stdout: fresh.stdout.text, stderr: fresh.stderr.text };
}

async function turnsIn(context: FakeContext): Promise<number> {
  return JSON.parse((await run(context, 'status', '--json')).stdout).turns;
}

/** Where the secret's bytes stand. */
function traces(home: string) {
  const paths = [databaseOf(home), `${databaseOf(home)}-wal`].filter((path) => existsSync(path));
  return native().traces(paths, [SECRET]);
}

describe('forget', () => {
  it.each([
    ['the next one', (context: FakeContext) => run(context, 'forget', 'aaaa1111', '--yes')],
    ['the worker', runWorker],
    ['an ingest', (context: FakeContext) => run(context, 'ingest')],
  ])('that was stopped half-way is finished by %s', async (_, write) => {
    const context = withTurns();
    const home = homeOf(context);
    const memory = openForWriting({ home, nowMs: 0 });
    const ids = memory.select({ ids: ['aaaa1111'] }).map(({ turn }) => turn);
    const stopped = Object.assign(Object.create(memory), {
      forget: (turns: string[]) => memory.forget(turns),
      compact: () => {
        throw new Error('stopped');
      },
    });
    await expect(removeForGood(stopped, home, ids)).rejects.toThrow('stopped');
    expect(traces(home).length).toBeGreaterThan(0);
    await write(context);
    expect(traces(home)).toEqual([]);
    expect(await isUnfinished(home)).toBe(false);
  });

  it('shows what would go and changes nothing with --dry-run', async () => {
    const context = withTurns();
    const { exitCode, stdout } = await run(
      context,
      'forget',
      '--containing',
      'NIGHTJAR',
      '--dry-run',
    );
    expect(exitCode).toBe(0);
    expect(stdout).toContain(SECRET);
    expect(stdout).not.toContain('which port');
    expect(stdout).toContain('1 turn would be forgotten');
    expect(await turnsIn(context)).toBe(3);
  });

  it('asks first, and does nothing without a yes', async () => {
    const asked: string[] = [];
    const answers = ['', 'n', 'y'];
    const ask = async (question: string) => {
      asked.push(question);
      return answers.shift();
    };
    const context = withTurns({ ask });
    for (const _ of ['', 'n']) {
      expect(await run(context, 'forget', 'aaaa')).toMatchObject({ exitCode: 1 });
      expect(await turnsIn(context)).toBe(3);
    }
    expect(await run(context, 'forget', 'aaaa')).toMatchObject({ exitCode: 0 });
    expect(await turnsIn(context)).toBe(1);
    expect(asked[2]).toBe('Forget 2 turns for good? [y/N] ');
  });

  it('refuses to guess where nobody can be asked', async () => {
    const context = withTurns();
    const { exitCode, stderr } = await run(context, 'forget', 'aaaa');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--yes');
    expect(await turnsIn(context)).toBe(3);
  });

  it('leaves no byte: in the database, a backup, a record, the inbox; and it stays away', async () => {
    const context = withTurns();
    const home = homeOf(context);
    const backup = join(context.homedir, 'copy.db');
    expect(await run(context, 'backup', backup)).toMatchObject({ exitCode: 0 });
    const record = join(recallsOf(home), 'cccc.jsonl');
    const payload = join(inboxOf(home), '1-a.json');
    mkdirSync(recallsOf(home), { recursive: true });
    mkdirSync(inboxOf(home), { recursive: true });
    writeFileSync(record, `${JSON.stringify({ atMs: 1, prompt: SECRET.slice(0, 40) })}\n`);
    writeFileSync(
      payload,
      JSON.stringify({ transcriptPath: '/x/aaaa1111.jsonl', lastAnswer: `Yes: ${SECRET}` }),
    );

    const done = await run(context, 'forget', '--containing', 'nightjar', '--yes');
    expect(done.stderr).toBe('');
    expect(done.exitCode).toBe(0);
    expect(done.stdout).toContain('1 turn in the memory and 1 backup');
    expect(done.stdout).toContain('nothing of them is left');
    for (const path of [
      join(home, 'memory.db'),
      `${join(home, 'memory.db')}-wal`,
      backup,
      record,
      payload,
    ]) {
      expect(readFileSync(path, 'latin1')).not.toContain('merger with Halvorsen');
    }
    await run(context, 'ingest', '--all');
    await run(context, 'import', backup);
    expect(await turnsIn(context)).toBe(2);
    expect(readFileSync(join(home, 'memory.db'), 'latin1')).not.toContain('Halvorsen');
  });

  it('says where something is left', async () => {
    const context = withTurns();
    const stray = join(homeOf(context), 'memory.db.damaged-1');
    writeFileSync(stray, `\0\0${SECRET}\0`);
    const { exitCode, stdout } = await run(context, 'forget', '--containing', 'nightjar', '--yes');
    expect(exitCode).toBe(2);
    expect(stdout).toContain(stray);
  });

  it('takes a whole project, and prints what it forgot without repeating it', async () => {
    const context = withTurns();
    const { exitCode, stdout } = await run(
      context,
      'forget',
      '--project',
      'shop',
      '--yes',
      '--json',
    );
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ done: 'forgotten', proof: { found: [] } });
    expect(stdout).not.toContain('nightjar');
    expect(await turnsIn(context)).toBe(1);
  });

  it('wants to know what is meant', async () => {
    const context = withTurns();
    expect(await run(context, 'forget')).toMatchObject({ exitCode: 2 });
    expect(await run(context, 'forget', 'aa', '--yes')).toMatchObject({ exitCode: 2 });
    expect(await run(context, 'forget', '--containing', ' ', '--yes')).toMatchObject({
      exitCode: 2,
    });
    expect(await run(context, 'forget', 'zzzz', '--yes')).toMatchObject({ exitCode: 1 });
    expect(await turnsIn(context)).toBe(3);
  });
});
