/** `mementor repair --indexes`: everything is derived again, and is what it was. */

import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { databaseOf, homeOf } from '../../src/home/paths.ts';
import { native } from '../../src/memory.ts';
import { runProgram } from '../../src/program/program.ts';
import { type FakeContext, fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { embed, remember, writeTranscript } from '../helpers/remembered.ts';

/** More turns than one step takes. */
const PROMPTS = Array.from({ length: 40 }, (_, index) => `what is the port of service ${index}?`);

function withTurns(): FakeContext {
  const context = fakeContext();
  const path = writeTranscript(context, { project: 'shop', session: 'first', prompts: PROMPTS });
  remember(context, path);
  embed(context);
  return context;
}

async function run(context: FakeContext, ...args: string[]) {
  const fresh = { ...context, stdout: fakeOutput(), stderr: fakeOutput() };
  const exitCode = await runProgram(args, fresh);
  return { exitCode, stdout: fresh.stdout.text, stderr: fresh.stderr.text };
}

async function answer(context: FakeContext): Promise<unknown> {
  const { stdout } = await run(context, 'query', 'port of service 7', '--all-projects', '--json');
  // The last digit of a score depends on the order in which the scores are added up.
  return JSON.parse(stdout, (_, value) => (typeof value === 'number' ? value.toFixed(6) : value));
}

describe('repair', '--indexes', () => {
  it('derives every turn again: the same is found, and vectors that hold are kept', async () => {
    const context = withTurns();
    const before = await answer(context);
    expect(await run(context, 'repair', '--indexes')).toEqual({
      exitCode: 0,
      stdout: 'Rebuilt the indexes of 40 turns.\n',
      stderr: '',
    });
    expect(await answer(context)).toEqual(before);
    expect(before).toMatchObject({ hits: expect.arrayContaining([expect.anything()]) });
    const { stdout } = await run(context, 'repair', '--indexes', '--json');
    expect(JSON.parse(stdout)).toEqual({
      version: 1,
      interrupted: false,
      turns: 40,
      agentTurns: 0,
      chunks: 40,
      embedded: 0,
      dropped: 0,
      pending: 0,
    });
  });

  it('stops between two steps at Ctrl-C: every turn is whole, and the next run ends it', async () => {
    const context = withTurns();
    const before = await answer(context);
    const interrupt = new AbortController();
    let looks = 0;
    // The progress looks at the clock once for each step, after it.
    const uptimeMs = () => {
      looks += 1;
      if (looks > 3) interrupt.abort();
      return 0;
    };
    const stopped = { ...context, interrupted: interrupt.signal, uptimeMs };
    const { exitCode, stdout } = await run(stopped, 'repair', '--indexes');
    expect(interrupt.signal.aborted).toBe(true);
    expect(exitCode).toBe(130);
    expect(stdout).toContain('Interrupted. Searching keeps using the old indexes;');
    expect(await answer(context)).toEqual(before);
    expect((await run(context, 'repair', '--indexes')).exitCode).toBe(0);
    expect(await answer(context)).toEqual(before);
  });

  it('waits for the lock, and not longer than the person does', async () => {
    const context = withTurns();
    const lock = native().IngestLock.tryAcquire(homeOf(context));
    expect(lock).not.toBeNull();
    const interrupt = new AbortController();
    setTimeout(() => interrupt.abort(), 300);
    const waiting = { ...context, interrupted: interrupt.signal };
    expect(await run(waiting, 'repair', '--indexes')).toMatchObject({ exitCode: 130, stdout: '' });
    lock?.release();
  });

  it('creates nothing where nothing is remembered', async () => {
    const context = fakeContext();
    const { exitCode, stderr } = await run(context, 'repair', '--indexes');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('nothing is stored yet');
    expect(existsSync(databaseOf(homeOf(context)))).toBe(false);
  });
});
