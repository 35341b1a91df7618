/** What is said of a damaged database: how many turns were saved of how many, and what is kept. */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { transcriptsRoot } from '../../src/agents/claude-code/paths.ts';
import { databaseOf, homeOf, logOf, stateOf } from '../../src/home/paths.ts';
import { native, planPurge } from '../../src/memory.ts';
import { runProgram } from '../../src/program/program.ts';
import { runWorker } from '../../src/worker/worker.ts';
import { type FakeContext, fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { remember, writeTranscript } from '../helpers/remembered.ts';
import { forgetIn, optionsOf, writing } from '../helpers/writing.ts';

const PROMPTS = Array.from({ length: 32 }, (_, index) => `what is the port of service ${index}?`);

async function run(context: FakeContext, ...args: string[]) {
  const fresh = { ...context, stdout: fakeOutput(), stderr: fakeOutput() };
  const exitCode = await runProgram(args, fresh);
  return { exitCode, stdout: fresh.stdout.text, stderr: fresh.stderr.text };
}

/** A home with 32 turns in one file; the transcripts are gone, as after thirty days. */
async function filled(): Promise<FakeContext> {
  const context = fakeContext();
  writeTranscript(context, { project: 'shop', session: 'aaaa1111', prompts: PROMPTS });
  expect(await run(context, 'ingest', '--all')).toMatchObject({ exitCode: 0 });
  forgetIn(context);
  rmSync(transcriptsRoot(context), { recursive: true });
  return context;
}

function change(context: FakeContext, spoil: (bytes: Buffer) => Buffer): void {
  const path = databaseOf(homeOf(context));
  writeFileSync(path, spoil(readFileSync(path)));
  for (const side of ['-wal', '-shm']) rmSync(`${path}${side}`, { force: true });
}

const damagedCopies = (home: string) => native().homeReport(home).damaged;

const zeroed = (length: number) => (bytes: Buffer) => bytes.fill(0, 0, length);

/** Without the pages that hold the log of this answer. */
function withoutLastTurns(bytes: Buffer): Buffer {
  for (let at = 4_096; at < bytes.length; at += 4_096) {
    const page = bytes.subarray(at, at + 4_096);
    if (page[0] === 13 && page.includes('aaaa1111-what is the port of service 31?')) page.fill(0);
  }
  return bytes.fill(0, 0, 100);
}

async function turnsIn(context: FakeContext): Promise<number> {
  return JSON.parse((await run(context, 'status', '--json')).stdout).turns;
}

describe('a database without its first page', () => {
  it.each([16, 64, 100, 4_096])('is saved whole by repair (%i zeros)', async (length) => {
    const context = await filled();
    change(context, zeroed(length));
    const { exitCode, stdout } = await run(context, 'repair');
    expect(stdout).toContain('saved 32 of 32 turns: 32 found in it, 0 transcripts read again');
    expect(stdout).toContain('Sound. 32 turns');
    expect(exitCode).toBe(0);
    const sessions = await run(context, 'sessions', '--all-projects', '--json');
    expect(sessions.stdout).toContain('aaaa1111');
    expect(await run(context, 'doctor', '--verbose')).toMatchObject({
      stdout: expect.stringContaining('saved 32 of 32 turns of'),
    });
    await run(context, 'repair', '--delete-damaged');
    expect(damagedCopies(homeOf(context))).toEqual([]);
  });

  it('is saved whole by the worker alone, which logs the numbers', async () => {
    const context = await filled();
    change(context, zeroed(4_096));
    runWorker(context);
    expect(await turnsIn(context)).toBe(32);
    expect(readFileSync(logOf(homeOf(context)), 'utf8')).toContain('saved 32 of 32 turns of');
  });

  it('brings no forgotten turn back, although a transcript that waits holds it', async () => {
    const context = await filled();
    const { stdout } = await run(
      context,
      'forget',
      '--containing',
      'service 7?',
      '-p',
      'shop',
      '--yes',
    );
    expect(stdout).toContain('Forgot 1 turn');
    change(context, zeroed(100));
    writeTranscript(context, { project: 'shop', session: 'aaaa1111', prompts: PROMPTS });
    await run(context, 'ingest', '--all');
    expect(await turnsIn(context)).toBe(31);
    expect((await run(context, 'repair')).stdout).toContain('saved 31 of 31 turns');
  });
});

describe('a log whose database has lost all its bytes', () => {
  /** Its turns stand in the log alone; the transcripts are gone. */
  async function cutOff(isThere: boolean): Promise<{ context: FakeContext; log: string }> {
    const context = fakeContext();
    const shop = { project: 'shop', session: 'aaaa1111', prompts: PROMPTS };
    const memory = remember(context, writeTranscript(context, shop));
    writing(optionsOf(context), (each) => each.noteCounts());
    expect(memory.stats().turns).toBe(32);
    rmSync(transcriptsRoot(context), { recursive: true });
    const log = `${databaseOf(homeOf(context))}-wal`;
    const bytes = readFileSync(log);
    // The one who has it open lets go of files that are no longer its own.
    rmSync(databaseOf(homeOf(context)));
    rmSync(log);
    writeFileSync(log, bytes);
    if (isThere) writeFileSync(databaseOf(homeOf(context)), '');
    return { context, log };
  }

  it.each([[true], [false]])('is damage for all that read (a file: %s)', async (isThere) => {
    const { context, log } = await cutOff(isThere);
    const bytes = readFileSync(log);
    for (const command of ['status', 'sessions', 'export']) {
      const { exitCode, stderr } = await run(context, command);
      expect(exitCode).toBe(2);
      expect(stderr).toContain('hint: run `mementor repair`');
    }
    expect((await run(context, 'doctor')).stdout).toMatch(/fail {2}database .*damaged/);
    expect(readFileSync(log)).toEqual(bytes);
  });

  it.each([
    ['repair', (context: FakeContext) => run(context, 'repair')],
    ['an ingest', (context: FakeContext) => run(context, 'ingest')],
    ['the worker', runWorker],
  ])('is saved by %s', async (_, work) => {
    const { context } = await cutOff(true);
    await work(context);
    expect(await turnsIn(context)).toBe(32);
    const [copy] = damagedCopies(homeOf(context));
    expect(copy?.outcome).toMatchObject({ expected: 32, held: 32 });
  });
});

describe('a loss', () => {
  it('is told with its numbers, and never called sound', async () => {
    const context = await filled();
    change(context, withoutLastTurns);
    const { exitCode, stdout } = await run(context, 'repair');
    const found = await turnsIn(context);
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThan(32);
    expect(exitCode).toBe(1);
    expect(stdout).toContain(`saved ${found} of 32 turns: ${found} found in it`);
    expect(stdout).toContain('Not everything was saved.');
    expect(stdout).not.toMatch(/Sound|--delete-damaged/);
    const doctor = await run(context, 'doctor');
    expect(doctor.exitCode).toBe(1);
    expect(doctor.stdout).toContain(`saved ${found} of 32 turns of`);
    expect(doctor.stdout).toContain('Keep the file');
  });

  it('keeps its copy whatever is asked', async () => {
    const context = await filled();
    change(context, withoutLastTurns);
    await run(context, 'repair');
    const { exitCode, stdout } = await run(context, 'repair', '--delete-damaged');
    expect(exitCode).toBe(1);
    expect(stdout).toContain('not deleted: it may hold turns that were not saved');
    expect(damagedCopies(homeOf(context))).toHaveLength(1);
  });

  it('is none when the transcripts that the pages name hold the turns', async () => {
    const context = await filled();
    writeTranscript(context, { project: 'shop', session: 'aaaa1111', prompts: PROMPTS });
    change(context, withoutLastTurns);
    const { exitCode, stdout } = await run(context, 'repair');
    expect(stdout).toMatch(/saved 32 of 32 turns: \d\d? found in it, 1 transcript read again/);
    expect(exitCode).toBe(0);
  });

  it('is told no longer once the turns came from elsewhere', async () => {
    const context = await filled();
    change(context, withoutLastTurns);
    await run(context, 'repair');
    expect((await run(context, 'doctor')).stdout).toMatch(/fail {2}damaged copy/);
    writeTranscript(context, { project: 'shop', session: 'aaaa1111', prompts: PROMPTS });
    await run(context, 'ingest', '--all');
    const { stdout } = await run(context, 'doctor', '--verbose');
    expect(stdout).toMatch(/ok {4}damaged copy {6}saved 32 of 32 turns of/);
  });

  it('is known by the last count when no page is left', async () => {
    const context = await filled();
    change(context, (bytes) => bytes.subarray(0, 4_096).fill(0));
    runWorker(context);
    const log = readFileSync(logOf(homeOf(context)), 'utf8');
    expect(log).toContain('saved 0 of 32 turns of');
    // The count of the new database does not take its place.
    runWorker(context);
    expect((await run(context, 'repair')).stdout).toContain('saved 0 of 32 turns');
  });

  it('is unknown without any count', async () => {
    const context = fakeContext();
    const home = homeOf(context);
    mkdirSync(home, { recursive: true });
    writeFileSync(databaseOf(home), 'no database');
    const { exitCode, stdout } = await run(context, 'repair');
    expect(exitCode).toBe(1);
    expect(stdout).toContain('saved 0 of an unknown number of turns');
    expect(stdout).not.toContain('Sound');
  });

  it('is tried again when an older build noted it', async () => {
    const context = await filled();
    const home = homeOf(context);
    change(context, zeroed(16));
    const aside = join(home, 'memory.db.damaged-7');
    writeFileSync(aside, readFileSync(databaseOf(home)));
    rmSync(databaseOf(home));
    writeFileSync(join(home, 'memory.db.saved-7'), '');
    runWorker(context);
    expect(await turnsIn(context)).toBe(32);
    const copy = damagedCopies(home).find(({ path }) => path === aside);
    expect(copy?.outcome).toMatchObject({ found: 32, held: 32 });
  });
});

describe('a database that lost all its bytes', () => {
  const emptied = async (): Promise<FakeContext> => {
    const context = await filled();
    const backup = join(context.homedir, 'a backup.db');
    expect((await run(context, 'export', '--database', backup)).exitCode).toBe(0);
    change(context, () => Buffer.alloc(0));
    return context;
  };
  const LOST = 'memory.db is empty, though 32 turns were stored in it';
  const WAYS = /mementor import '.*a backup\.db'.*mementor ingest --all/s;

  it('is told by status, doctor and whoever reads, with the backups', async () => {
    const context = await emptied();
    const { stdout } = await run(context, 'status');
    expect(stdout).toContain(LOST);
    expect(stdout).toMatch(WAYS);
    expect(stdout).not.toContain('nothing yet');
    expect(JSON.parse((await run(context, 'status', '--json')).stdout).lost).toEqual({ turns: 32 });
    const doctor = await run(context, 'doctor');
    expect(doctor.exitCode).toBe(1);
    expect(doctor.stdout).toMatch(/^fail {2}database .*memory\.db is empty, though 32 turns/m);
    expect(doctor.stdout).toMatch(WAYS);
    const { stderr } = await run(context, 'query', 'port');
    expect(stderr).toContain(LOST);
    expect(stderr).toMatch(WAYS);
  });

  it('is no sound one to repair', async () => {
    const context = await emptied();
    const { exitCode, stdout } = await run(context, 'repair');
    expect(exitCode).toBe(1);
    expect(stdout).toContain('saved 0 of 32 turns');
    expect(stdout).not.toMatch(/Sound|may hold/);
    expect(stdout).toMatch(WAYS);
    const doctor = await run(context, 'doctor');
    expect(doctor.stdout).toMatch(/^fail {2}damaged copy .*saved 0 of 32 turns of/m);
    expect(doctor.stdout).toMatch(WAYS);
    await run(context, 'import', join(context.homedir, 'a backup.db'));
    expect(await turnsIn(context)).toBe(32);
    expect((await run(context, 'repair', '--delete-damaged')).exitCode).toBe(0);
    expect(damagedCopies(homeOf(context))).toEqual([]);
  });

  it('is not begun anew in silence by a hook', async () => {
    const context = await emptied();
    runWorker(context);
    expect(readFileSync(logOf(homeOf(context)), 'utf8')).toContain('saved 0 of 32 turns of');
    expect((await run(context, 'doctor')).stdout).toContain('saved 0 of 32 turns of');
  });

  it('is told when it is gone, and is none where nothing was stored', async () => {
    const context = await emptied();
    const home = homeOf(context);
    rmSync(databaseOf(home));
    expect((await run(context, 'status')).stdout).toContain(
      'memory.db is gone, though 32 turns were stored in it',
    );
    rmSync(stateOf(home));
    expect((await run(context, 'status')).stdout).toContain('nothing yet');
    writeFileSync(databaseOf(home), '');
    expect((await run(context, 'status')).stdout).toContain('nothing yet');
    expect((await run(context, 'repair')).exitCode).toBe(0);
  });
});

describe('the last count', () => {
  it('follows what is forgotten, is private, and belongs to what purge deletes', async () => {
    const context = await filled();
    const home = homeOf(context);
    const count = () => JSON.parse(readFileSync(stateOf(home), 'utf8')).counts.turns;
    expect(count()).toBe(32);
    await run(context, 'forget', '--containing', 'service 7?', '-p', 'shop', '--yes');
    expect(count()).toBe(31);
    const { ours, foreign } = planPurge(optionsOf(context), false, context).contents;
    expect(ours.map(({ path }) => path)).toContain('state.json');
    expect(foreign).toEqual([]);
  });

  it('that cannot be understood is none', async () => {
    const context = await filled();
    const home = homeOf(context);
    writeFileSync(stateOf(home), '{"counts":{"turns":"many"}}');
    change(context, zeroed(100));
    expect((await run(context, 'repair')).stdout).toContain('saved 32 of at least 32 turns');
    const { counts } = JSON.parse(readFileSync(stateOf(home), 'utf8'));
    expect(counts.turns).toBe(32);
  });
});
