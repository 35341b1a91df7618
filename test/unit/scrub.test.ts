/** `mementor forget --secrets`: new rules reach what is stored already, and every byte of it. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { databaseOf, homeOf, inboxOf, logOf, recallsOf } from '../../src/home/paths.ts';
import { runProgram } from '../../src/program/program.ts';
import { type FakeContext, fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { remember, writeTranscript } from '../helpers/remembered.ts';

/** No rule that is built in knows it. */
const NAME = 'Halvorsen Shipbuilding';

function withTurns(): FakeContext {
  const context = fakeContext();
  const prompts = ['which port is it?', `write to ${NAME} about the hull`, 'and the mast?'];
  const written = { project: 'shop', session: 'aaaa1111', numbered: true, prompts };
  remember(context, writeTranscript(context, written));
  return context;
}

async function run(context: FakeContext, ...args: string[]) {
  const fresh = { ...context, stdout: fakeOutput(), stderr: fakeOutput() };
  const exitCode = await runProgram(args, fresh);
  return { exitCode, stdout: fresh.stdout.text, stderr: fresh.stderr.text };
}

describe('forget', '--secrets', () => {
  it('finds nothing where today’s rules were in force', async () => {
    const { exitCode, stdout } = await run(withTurns(), 'forget', '--secrets');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Nothing to mask; looked through 3 turns.');
  });

  it('masks by a new pattern: turns, records, inbox, log, backups, to the last byte', async () => {
    const context = withTurns();
    const home = homeOf(context);
    const backup = join(context.homedir, 'copy.db');
    await run(context, 'export', '--database', backup);
    mkdirSync(recallsOf(home), { recursive: true });
    mkdirSync(inboxOf(home), { recursive: true });
    const record = join(recallsOf(home), 'cccc.jsonl');
    const payload = join(inboxOf(home), '1-a.json');
    writeFileSync(record, `${JSON.stringify({ atMs: 1, prompt: `call ${NAME}` })}\n`);
    writeFileSync(payload, JSON.stringify({ transcriptPath: '/x', lastAnswer: `${NAME}: done` }));
    writeFileSync(logOf(home), `2026-01-02 worker: ${NAME}\n`);
    const pattern = 'Halvorsen\\s\\w+';
    expect(await run(context, 'config', 'mask', pattern)).toMatchObject({ exitCode: 0 });

    const done = await run(context, 'forget', '--secrets');
    expect(done.stderr).toBe('');
    expect(done.exitCode).toBe(0);
    expect(done.stdout).toContain(
      '1 turn changed (1 different text masked); looked through 3 turns and 1 backup.',
    );
    expect(done.stdout).toContain(': none is left.');
    expect(done.stdout).not.toContain('Halvorsen');
    const database = databaseOf(home);
    for (const path of [database, `${database}-wal`, backup, record, payload, logOf(home)]) {
      expect(readFileSync(path, 'latin1').toLowerCase()).not.toContain('halvorsen');
    }
    const found = JSON.parse(
      (await run(context, 'query', 'about the hull', '-a', '--json')).stdout,
    );
    expect(found.hits[0].prompt).toBe('write to [masked:own] about the hull');
    expect((await run(context, 'forget', '--secrets')).stdout).toContain('Nothing to mask');
  });

  it('drops what was added to prompts: an excerpt may hold half of a secret', async () => {
    const context = withTurns();
    mkdirSync(recallsOf(homeOf(context)), { recursive: true });
    const record = join(recallsOf(homeOf(context)), 'cccc.jsonl');
    const line = { atMs: 1, prompt: 'x', injected: ['aaaa1111-1'], text: 'write to Halvorsen S…' };
    writeFileSync(record, `${JSON.stringify(line)}\n`);
    await run(context, 'config', 'mask', 'Halvorsen\\s\\w+');
    expect(await run(context, 'forget', '--secrets')).toMatchObject({ exitCode: 0 });
    expect(JSON.parse(readFileSync(record, 'utf8'))).toEqual({ ...line, text: null });
  });

  it('leaves an answer that waits as its transcript will have it', async () => {
    const context = withTurns();
    mkdirSync(inboxOf(homeOf(context)), { recursive: true });
    const payload = join(inboxOf(homeOf(context)), '1-a.json');
    const lastAnswer = 'Write `<private>` before it. The rest stays.';
    writeFileSync(payload, JSON.stringify({ transcriptPath: '/x', lastAnswer }));
    await run(context, 'forget', '--secrets');
    expect(JSON.parse(readFileSync(payload, 'utf8')).lastAnswer).toBe(lastAnswer);
  });

  it('says where something is left', async () => {
    const context = withTurns();
    const stray = join(homeOf(context), 'memory.db.damaged-1');
    writeFileSync(stray, `\0\0${NAME}\0`);
    await run(context, 'config', 'mask', 'Halvorsen\\s\\w+');
    const { exitCode, stdout } = await run(context, 'forget', '--secrets', '--json');
    expect(exitCode).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ masked: 1, changed: 1, proof: { found: [stray] } });
    expect(stdout).not.toContain('Halvorsen');
  });

  it('does not take the pattern in the settings for a leak', async () => {
    const context = withTurns();
    await run(context, 'config', 'mask', NAME);
    const { exitCode, stdout } = await run(context, 'forget', '--secrets');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('none is left');
    expect(stdout).toContain('Your pattern itself is in config.json');
    expect(stdout).not.toContain('still in');
  });

  it('counts the turns in which something was masked, not the texts', async () => {
    const context = fakeContext();
    const prompts = [`ask ${NAME}`, 'and the mast?', `tell ${NAME}`, `phone ${NAME} again`];
    const written = { project: 'shop', session: 'aaaa1111', numbered: true, prompts };
    remember(context, writeTranscript(context, written));
    await run(context, 'config', '--add', 'mask', NAME);
    const { stdout } = await run(context, 'forget', '--secrets');
    expect(stdout).toContain('3 turns changed (1 different text masked); looked through 4 turns.');
  });

  it('says what stays visible, and that the transcripts of the client keep it', async () => {
    const context = fakeContext();
    const written = { session: 'aaaa1111', numbered: true, prompts: [`write to ${NAME}`] };
    remember(context, writeTranscript(context, { ...written, project: 'halvorsen' }));
    await run(context, 'config', '--add', 'mask', '(?i)halvorsen( shipbuilding)?');
    const { stdout } = await run(context, 'forget', '--secrets');
    expect(stdout).toContain(
      'because your pattern matches there too: the name or folder of 1 project.',
    );
    expect(stdout).toContain('mementor forget --project NAME');
    expect(stdout).not.toContain('once more');
    expect(stdout).toContain("Claude Code's own files are not changed: 1 file of them still holds");
    const document = JSON.parse((await run(context, 'forget', '--secrets', '--json')).stdout);
    expect(document.visible).toEqual({ projects: 1, folders: 0 });
  });

  it('names a backup that cannot be masked, and masks it when it can be', async () => {
    const context = withTurns();
    const backup = join(context.homedir, 'copy.db');
    await run(context, 'export', '--database', backup);
    const whole = readFileSync(backup);
    writeFileSync(backup, 'no database');
    await run(context, 'config', 'mask', 'Halvorsen\\s\\w+');
    const done = await run(context, 'forget', '--secrets');
    expect(done.exitCode).toBe(1);
    expect(done.stdout).toContain(`Not done in the backup ${backup}`);
    expect((await run(context, 'doctor')).stdout).toContain(
      `${backup.replace(context.homedir, '~')} still holds secrets`,
    );
    writeFileSync(backup, whole);
    await run(context, 'ingest');
    expect(readFileSync(backup, 'latin1')).not.toContain('Halvorsen');
  });

  it('creates nothing where nothing is remembered', async () => {
    expect(await run(fakeContext(), 'forget', '--secrets')).toMatchObject({ exitCode: 2 });
  });
});
