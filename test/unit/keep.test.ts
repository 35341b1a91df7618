/** Copies that leave and come back: backup, export, import; and what repair saves. */

import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { databaseOf, homeOf } from '../../src/home/paths.ts';
import { native } from '../../src/memory.ts';
import { runProgram } from '../../src/program/program.ts';
import { salvage } from '../../src/salvage/damaged-copies.ts';
import { runWorker } from '../../src/worker/worker.ts';
import { type FakeContext, fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { remember, writeTranscript } from '../helpers/remembered.ts';
import { forgetIn, optionsOf, writing } from '../helpers/writing.ts';

const PROMPTS = Array.from({ length: 70 }, (_, index) => `what is the port of service ${index}?`);

function withTurns(): FakeContext {
  const context = fakeContext();
  remember(
    context,
    writeTranscript(context, { project: 'shop', session: 'aaaa1111', prompts: PROMPTS }),
  );
  return context;
}

async function run(context: FakeContext, ...args: string[]) {
  const fresh = { ...context, stdout: fakeOutput(), stderr: fakeOutput() };
  const exitCode = await runProgram(args, fresh);
  return { exitCode, stdout: fresh.stdout.text, stderr: fresh.stderr.text };
}

const damagedCopies = (home: string) => native().homeReport(home).damaged;

async function turnsIn(context: FakeContext): Promise<number> {
  return JSON.parse((await run(context, 'status', '--json')).stdout).turns;
}

describe('export and import', () => {
  it('carry a memory to another machine, and twice is once', async () => {
    const from = withTurns();
    const { stdout, exitCode } = await run(from, 'export');
    expect(exitCode).toBe(0);
    expect(stdout.split('\n')[0]).toBe('{"type":"mementor","version":1}');
    const to = fakeContext();
    const file = join(to.homedir, 'memory.jsonl');
    writeFileSync(file, stdout);
    expect(await run(to, 'import', file, '--trust')).toMatchObject({
      exitCode: 0,
      stdout: 'Imported 70 turns.\n',
    });
    const again = await run({ ...to, readStdin: () => stdout }, 'import', '-', '--trust');
    expect(again.stdout).toBe('Imported 0 turns.\n  70 turns known or forgotten here\n');
    const sorted = (text: string) => text.split('\n').sort();
    expect(sorted((await run(to, 'export')).stdout)).toEqual(sorted(stdout));
  });

  it('says what an export leaves out, and ends with 1', async () => {
    const whole = withTurns();
    const copy = join(whole.homedir, 'copy.db');
    await run(whole, 'export', '--database', copy);
    const sound = readFileSync(copy);
    const bytes = Buffer.from(sound);
    const log = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
    let at = 0;
    for (let count = 0; count < 2; count += 1) {
      at = sound.indexOf(log, at) + log.length;
      // The same log may stand on another page too, in room that is free there.
      const beginning = sound.subarray(at, at + 64);
      for (let each = bytes.indexOf(beginning); each >= 0; each = bytes.indexOf(beginning)) {
        bytes.fill(0, each + 8, each + 12);
      }
    }
    const context = fakeContext();
    mkdirSync(homeOf(context), { recursive: true });
    writeFileSync(databaseOf(homeOf(context)), bytes);
    const { exitCode, stdout, stderr } = await run(context, 'export');
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /^Exported 68 turns \(.+\)\.\nwarning: 2 turns left out: damaged\n\nhint: mementor repair\n$/,
    );
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).type)).toEqual([
      'mementor',
      ...Array.from({ length: 68 }, () => 'turn'),
    ]);
  });

  it('carry what a newer version wrote, and count it', async () => {
    const from = withTurns();
    const { stdout } = await run(from, 'export');
    const newer = '{"id":"n","at":1,"pos":0,"source":"hook","blocks":[{"type":"song"}]}';
    const lines = stdout
      .split('\n')
      .map((line, at) => (at === 1 ? line.replace('"entries":[', `"entries":[${newer},`) : line));
    const to = fakeContext();
    const file = join(to.homedir, 'memory.jsonl');
    writeFileSync(file, lines.join('\n'));
    expect(await run(to, 'import', file, '--trust')).toMatchObject({
      exitCode: 0,
      stdout: 'Imported 70 turns.\n',
    });
    const again = await run(to, 'export');
    expect(again).toMatchObject({ exitCode: 0 });
    expect(again.stderr).toContain(
      '\nwarning: records of a newer version, exported as they are stored: 1\n',
    );
    expect(again.stdout).toContain(newer);
    expect((await run(to, 'doctor')).stdout).toMatch(/newer +1 records? of a newer version/);
  });

  it('export one project alone', async () => {
    const context = withTurns();
    remember(
      context,
      writeTranscript(context, { project: 'farm', session: 'bbbb', prompts: ['cows?'] }),
    );
    const { stdout, stderr } = await run(context, 'export', '-p', 'farm');
    expect(stdout.match(/"type":"turn"/g)).toHaveLength(1);
    expect(stderr).toBe(`Exported 1 turn of farm (${Buffer.byteLength(stdout)} B).\n`);
  });

  it('export counts turns, not the uuids of forgotten ones', async () => {
    const context = fakeContext();
    const prompts = ['cows?', 'and sheep?'];
    const written = { project: 'farm', session: 'bbbb1111', prompts, numbered: true };
    remember(context, writeTranscript(context, written));
    forgetIn(context, 'bbbb1111-0');
    const { stdout, stderr } = await run(context, 'export');
    expect(stdout).toContain('"type":"forgotten"');
    expect(stderr).toMatch(/^Exported 1 turn \(/);
  });

  it.each([
    ['frm', 'hint: did you mean `--project farm`?'],
    ['nosuch', 'hint: `mementor status` lists the projects'],
  ])('refuse the unknown project %s: nothing is printed', async (name, hint) => {
    const context = fakeContext();
    remember(
      context,
      writeTranscript(context, { project: 'farm', session: 'bbbb', prompts: ['cows?'] }),
    );
    const { exitCode, stdout, stderr } = await run(context, 'export', '-p', name);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toBe(`error: no project is called ${name}\n\n${hint}\n`);
    expect(await run(context, 'forget', '-p', name, '--dry-run')).toEqual({
      exitCode,
      stdout,
      stderr,
    });
  });

  it.each([
    [0o644, 'Everyone on this machine can read the file (mode 644): chmod 600 keeps it to you.'],
    [0o640, 'Your group can read the file (mode 640): chmod 600 keeps it to you.'],
    [0o600, 'Only you can read the file (mode 600).'],
  ])('say who can read the file that an export went to: %o', async (fileMode, sentence) => {
    const context = fakeContext();
    remember(context, writeTranscript(context, { project: 'a', session: 'b', prompts: ['c'] }));
    const stderr = fakeOutput();
    await runProgram(['export'], { ...context, stdout: { ...fakeOutput(), fileMode }, stderr });
    expect(stderr.text).toContain(`\n  ${sentence}\n`);
  });

  it('refuse what is no export, and what is not there', async () => {
    const context = fakeContext();
    const file = join(context.homedir, 'notes.txt');
    writeFileSync(file, 'milk\neggs\n');
    const { exitCode, stderr } = await run(context, 'import', file, '--trust');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('is no export of Mementor');
    expect(await run(context, 'import', join(context.homedir, 'none'))).toMatchObject({
      exitCode: 2,
    });
  });
});

describe('export', '--database', () => {
  it('writes a private copy that an import takes in', async () => {
    const from = withTurns();
    const file = join(from.homedir, 'copy.db');
    expect(await run(from, 'export', '--database', file)).toMatchObject({ exitCode: 0 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await run(from, 'export', '--database', file)).toMatchObject({ exitCode: 2 });
    const to = fakeContext();
    expect(await run(to, 'import', file, '--trust')).toMatchObject({
      exitCode: 0,
      stdout: 'Imported 70 turns.\n',
    });
    expect(await turnsIn(to)).toBe(70);
    expect(existsSync(`${file}-wal`)).toBe(false);
  });

  it('says when a folder is not there', async () => {
    const context = withTurns();
    const { exitCode, stderr } = await run(context, 'export', '--database', '/nowhere/at/all.db');
    expect(exitCode).toBe(2);
    expect(stderr).toContain('/nowhere/at/all.db');
  });
});

describe('repair', () => {
  it('says so when all is sound', async () => {
    const context = withTurns();
    const { exitCode, stdout } = await run(context, 'repair');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Sound. 70 turns');
  });

  it('saves the turns of a damaged database whose transcripts are gone', async () => {
    const whole = withTurns();
    const backup = join(whole.homedir, 'copy.db');
    await run(whole, 'export', '--database', backup);
    const bytes = readFileSync(backup);
    // The last page is no longer what it was.
    bytes.fill(0xa5, bytes.length - 4_096);
    const context = fakeContext();
    mkdirSync(homeOf(context), { recursive: true });
    writeFileSync(databaseOf(homeOf(context)), bytes);

    const { exitCode, stdout, stderr } = await run(context, 'repair');
    expect(stderr).toContain('the database was damaged');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('saved 70 of at least 70 turns');
    expect(await turnsIn(context)).toBeGreaterThan(60);
    expect(damagedCopies(homeOf(context))).toHaveLength(1);
    expect(await run(context, 'repair', '--delete-damaged')).toMatchObject({ exitCode: 0 });
    expect(damagedCopies(homeOf(context))).toHaveLength(0);
    expect(await turnsIn(context)).toBeGreaterThan(60);
  });

  it.each([
    { name: 'the worker', write: runWorker },
    { name: 'an ingest', write: (context: FakeContext) => run(context, 'ingest') },
  ])('need not be asked for: $name saves what can be read, once', async ({ write }) => {
    const whole = withTurns();
    const context = fakeContext();
    const home = homeOf(context);
    mkdirSync(home, { recursive: true });
    writeFileSync(databaseOf(home), 'no database');
    const aside = join(home, 'memory.db.damaged-7');
    await run(whole, 'export', '--database', aside);
    await write(context);
    expect(await turnsIn(context)).toBe(70);
    expect(damagedCopies(home)).toHaveLength(2);
    const again = await writing(optionsOf(context), (memory) => salvage(memory, context));
    expect(again).toEqual([]);
    await run(context, 'repair', '--delete-damaged');
    // What was no database may have been one: only the copy of which all was saved goes.
    const left = readdirSync(home).filter((name) => /damaged|saved/.test(name));
    expect(left).toHaveLength(2);
    expect(left).not.toContain('memory.db.damaged-7');
  });

  it('creates nothing where nothing is remembered', async () => {
    const context = fakeContext();
    expect(await run(context, 'repair')).toMatchObject({ exitCode: 2 });
    expect(existsSync(databaseOf(homeOf(context)))).toBe(false);
  });
});
