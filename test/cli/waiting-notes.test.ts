/** Notes that wait while another process writes: found at once, and nowhere twice. */

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { native } from '../../src/memory.ts';
import { type Result, type Sandbox, sandbox } from '../helpers/sandbox.ts';

const WORDS_ALONE = { MEMENTOR_MODELS: '/nonexistent/models' };

let box: Sandbox;

async function run(...args: string[]): Promise<Result> {
  return await box.cli(args, { env: WORDS_ALONE });
}

// biome-ignore lint/suspicious/noExplicitAny: the document of any command
async function document(...args: string[]): Promise<any> {
  return JSON.parse((await run(...args, '--json')).stdout);
}

/** The files that wait. */
function waiting(): string[] {
  const folder = join(box.memory, 'waiting-notes');
  return existsSync(folder) ? readdirSync(folder) : [];
}

async function whileLocked<T>(work: () => Promise<T>): Promise<T> {
  const lock = native().IngestLock.tryAcquire(box.memory, 'ingest', Date.now());
  expect(lock).not.toBeNull();
  try {
    return await work();
  } finally {
    lock?.release();
  }
}

beforeEach(async () => {
  box = sandbox();
  // The first note makes the memory.
  await run('remember', 'The first of all');
});

describe('a note while another process writes', () => {
  it('is acknowledged, found by the next query and list, and shown', async () => {
    await whileLocked(async () => {
      const { done, note } = await document('remember', 'Paint the boat in May', '-k', 'rule');
      expect([done, note.kind, note.state]).toEqual(['written', 'rule', 'active']);
      expect(waiting()).toHaveLength(1);
      const { notes } = await document('query', 'boat');
      expect(notes.map(({ id }: { id: string }) => id)).toEqual([note.id]);
      expect((await document('notes')).total).toBe(2);
      expect((await document('notes', 'show', note.id)).note.summary).toBe('Paint the boat in May');
      // Another process may have read what was there before: the file stays until the lock is free.
      expect(waiting()).toHaveLength(1);
    });
    expect((await document('notes')).total).toBe(2);
    expect(waiting()).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')(
    'is no acknowledged note where the disk took only a part of it',
    async () => {
      // Files of at most 64 KB: enough for the database, and not for the note.
      const shell = 'trap "" XFSZ; ulimit -f 128; exec "$@"';
      const text = `Paint the boat\n${'in May '.repeat(13_000)}`;
      const done = await box.cli(['remember', text], { env: WORDS_ALONE, shell });
      expect(done).toMatchObject({ exitCode: 2, stdout: '' });
      expect(waiting()).toEqual([]);
      expect((await document('notes')).total).toBe(1);
    },
  );

  it('is said again when it waits already, and can be superseded', async () => {
    await whileLocked(async () => {
      const first = await document('remember', 'Paint the boat in May');
      const again = await document('remember', 'paint the boat in May.');
      expect([again.done, again.note.id, again.note.said]).toEqual([
        'said again',
        first.note.id,
        2,
      ]);
      const next = await document('remember', 'Sell it', '--supersedes', first.note.id.slice(0, 8));
      expect(next.superseded[0].supersededBy).toBe(next.note.id);
    });
    const { notes } = await document('notes', '--state', 'all');
    expect(notes.map(({ said }: { said: number }) => said).sort()).toEqual([1, 1, 2]);
  });

  it('has its mistakes told at once', async () => {
    await whileLocked(async () => {
      const kind = await document('remember', 'x', '--kind', 'decison');
      expect(kind.error.code).toBe('NOTE_KIND_UNKNOWN');
      const old = await document('remember', 'x', '--supersedes', 'abcdef');
      expect(old.error.code).toBe('NOTE_UNKNOWN');
      expect(waiting()).toEqual([]);
    });
  });

  it('is masked before it is written, and excluded folders write nothing', async () => {
    const token = ['ghp_', '0123456789abcdefghijABCDEFGHIJ012345'].join('');
    await whileLocked(async () => {
      await run('remember', `The token is ${token}`);
      const [file = ''] = waiting();
      const path = join(box.memory, 'waiting-notes', file);
      expect(readFileSync(path, 'utf8')).not.toContain(token.slice(4));
    });
    await run('config', 'exclude', box.project);
    const refused = await document('remember', 'Nothing of this');
    expect(refused.error.code).toBe('NOTE_EXCLUDED');
  });
});

describe('notes that wait', () => {
  it('are in an export, a backup and a forget', async () => {
    const { note } = await document('remember', 'Paint the boat in May');
    expect(waiting()).toHaveLength(1);
    expect((await run('export', '-')).stdout + (await run('export')).stdout).toContain(note.id);
    const other = await document('remember', 'Sell the dinghy');
    expect(waiting()).toHaveLength(1);
    const gone = await document('notes', 'delete', other.note.id, '--yes');
    expect([gone.done, waiting()]).toEqual(['forgotten', []]);
    expect((await document('notes')).total).toBe(2);
  });

  it('go with a purge', async () => {
    await run('remember', 'Paint the boat in May');
    expect(waiting()).toHaveLength(1);
    await run('disable', '--purge', '--yes');
    expect(existsSync(box.memory)).toBe(false);
  });

  it('that no program wrote are set aside, and the others are taken in', async () => {
    const { note } = await document('remember', 'Paint the boat in May');
    const broken = '00000000000001-0123456789ab.jsonl';
    writeFileSync(join(box.memory, 'waiting-notes', broken), '{"type":"no');
    expect((await document('notes', 'show', note.id)).note.id).toBe(note.id);
    expect(waiting()).toEqual([`${broken}.unreadable`]);
  });
});
