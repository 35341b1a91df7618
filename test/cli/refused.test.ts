/** FIFOs, devices, folders and links that lead nowhere, wherever a file is meant: one refusal each. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { native } from '../../src/memory.ts';
import { conversation, type Sandbox, sandbox, until } from '../helpers/sandbox.ts';

/** Searches by words alone: no model is loaded. */
const WORDS_ALONE = { MEMENTOR_MODELS: '/nowhere' };

let box: Sandbox;

beforeEach(() => {
  box = sandbox();
});

function fifo(name: string): string {
  const path = box.path(name);
  mkdirSync(dirname(path), { recursive: true });
  execFileSync('mkfifo', [path]);
  return path;
}

async function stop(transcript: string): Promise<void> {
  const payload = { session_id: 's', cwd: box.project, transcript_path: transcript };
  const stdin = JSON.stringify({ ...payload, last_assistant_message: 'the answer' });
  const result = await box.cli(['hook', 'stop'], { stdin });
  expect(result).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
}

async function checks(): Promise<{ name: string; status: string; detail: string }[]> {
  return JSON.parse((await box.cli(['doctor', '--json'])).stdout).checks;
}

describe.skipIf(process.platform === 'win32')('what is no regular file', () => {
  it('costs a worker one refusal, and the next transcript is taken in', async () => {
    const loop = box.path('loop.jsonl');
    symlinkSync(loop, loop);
    mkdirSync(box.path('folder.jsonl'));
    for (const path of [fifo('fifo.jsonl'), '/dev/zero', box.path('folder.jsonl'), loop]) {
      await stop(path);
    }
    const good = box.write('transcripts/a.jsonl', conversation(box.project).turn('Why?', 'So.'));
    await stop(good);
    expect(await box.settled()).toMatchObject({ turns: 1 });
    for (const why of ['is a FIFO,', 'is a device,', 'is a folder,', 'symbolic links']) {
      expect(box.log()).toContain(why);
    }
  });

  it.each([
    ['ingest', 'TRANSCRIPT', ['ingest', 'FIFO'], 'it is a FIFO, not a regular file'],
    ['import', 'an export', ['import', 'FIFO'], 'it is a FIFO, not a regular file'],
    ['import', 'a device', ['import', '/dev/zero'], 'it is a device, not a regular file'],
    ['import', 'a folder', ['import', '.'], 'it is a folder, not a regular file'],
  ])('is refused by %s as %s', async (_, __, args, why) => {
    const path = fifo('project/fifo.jsonl');
    const named = args.map((arg) => (arg === 'FIFO' ? path : arg));
    const result = await box.cli(named, { env: WORDS_ALONE });
    expect(result.exitCode).toBe(2);
    expect(result.stderr).toContain(why);
  });

  it('is refused as a configuration, and hooks stay harmless', async () => {
    fifo('memory/config.json');
    const result = await box.cli(['config']);
    expect(result).toMatchObject({ exitCode: 1 });
    expect(result.stderr).toContain('it is a FIFO');
    await stop(box.write('transcripts/a.jsonl', conversation(box.project).turn('Why?', 'So.')));
    await until('the worker has ended', () => box.log().includes('it is a FIFO'));
  });

  it('is refused as settings and as a file of the plugin', async () => {
    fifo('claude/settings.json');
    fifo('claude/skills/mementor/.claude-plugin/plugin.json');
    for (const args of [['enable'], ['disable']]) {
      const result = await box.cli(args);
      expect(result).toMatchObject({ exitCode: 2 });
      expect(result.stderr).toContain('it is a FIFO');
    }
    const purged = await box.cli(['disable', '--purge', '--yes']);
    expect(purged).toMatchObject({ exitCode: 1, stderr: '' });
    expect(purged.stdout.match(/^ {2}left .* it is a FIFO/gm)).toHaveLength(2);
    const { exitCode, stderr } = await box.cli(['enable', '--as', 'plugin']);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 2 });
    expect((await checks()).some(({ detail }) => detail.includes('it is a FIFO'))).toBe(true);
  });

  it('stays in the inbox without stopping the worker, and the doctor names it', async () => {
    mkdirSync(join(box.memory, 'inbox', '00000000000001-000000000000.json'), { recursive: true });
    fifo('memory/inbox/00000000000002-000000000000.json');
    box.write('memory/inbox/00000000000003-000000000000.json', '{"version":1');
    await stop(box.write('transcripts/a.jsonl', conversation(box.project).turn('Why?', 'So.')));
    await until('no process is left', () => box.processes().length === 0);
    expect(await box.status()).toMatchObject({ turns: 1 });
    expect(readdirSync(join(box.memory, 'inbox')).sort()).toEqual([
      '00000000000001-000000000000.json',
      '00000000000002-000000000000.json',
      '00000000000003-000000000000.json.unreadable',
    ]);
    const found = (await checks()).find(({ detail }) => detail.startsWith('not stored: '));
    expect(found).toMatchObject({ name: 'inbox', status: 'warn' });
    expect(found?.detail).toContain('01-000000000000.json, and 2 others (it is a folder');
  });
});

describe('who waits for the lock', () => {
  it('is told who holds it, as the doctor tells', async () => {
    const lock = native().IngestLock.tryAcquire(box.memory, 'repair', Date.now());
    const running = box.start(['ingest'], { env: WORDS_ALONE });
    const said = await new Promise((resolve) => running.child.stderr?.once('data', resolve));
    const holder = `\`mementor repair\` (process ${process.pid}, since `;
    expect(String(said)).toContain(`Waiting for ${holder}`);
    const found = (await checks()).find(({ name }) => name === 'lock');
    expect(found).toMatchObject({ status: 'ok' });
    expect(found?.detail).toContain(`held by ${holder}`);
    lock?.release();
    expect(await running.done).toMatchObject({ exitCode: 0 });
    expect((await checks()).some(({ name }) => name === 'lock')).toBe(false);
  });
});
