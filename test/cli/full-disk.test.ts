/** A disk without room: reading goes on, and what cannot be written says why. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { begin, mcpClient } from '../helpers/mcp-client.ts';
import { conversation, type Sandbox, sandbox } from '../helpers/sandbox.ts';

/**
 * No file may grow beyond 4 KiB, of which a write learns as of a full disk. Less than the index that
 * readers of a database share.
 */
const shell = 'ulimit -f 8 && exec "$@"';

describe.skipIf(process.platform === 'win32')('where no room is left', () => {
  let box: Sandbox;
  let turns: string;

  beforeAll(async () => {
    box = sandbox();
    const chat = conversation(box.project);
    turns = chat.session;
    box.write(`transcripts/${chat.session}.jsonl`, chat.turn('Which port?', 'It is 6543.'));
    expect((await box.cli(['ingest'])).exitCode).toBe(0);
    expect(existsSync(join(box.memory, 'memory.db-shm'))).toBe(false);
  });

  it.each([
    ['status'],
    ['query', 'port'],
    ['sessions'],
    ['recap', '--since', '2026-01-01'],
    ['doctor'],
    ['export'],
  ])('%s answers as ever', async (...args) => {
    const { exitCode, stdout, stderr } = await box.cli(args, { shell });
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: expect.not.stringMatching('error'),
    });
    expect(stdout).toMatch(/6543|1 turn/);
  });

  it('`show` answers too, and many that read at once wait for each other', async () => {
    const readers = Array.from({ length: 8 });
    const shown = await Promise.all(readers.map(() => box.cli(['show', turns], { shell })));
    expect(shown.map(({ exitCode }) => exitCode)).toEqual(readers.map(() => 0));
    expect(shown[0]?.stdout).toContain('It is 6543.');
  });

  it('a server that stays says that the disk is full, and keeps nobody waiting', async () => {
    const server = box.start(['mcp'], { shell, stdin: null });
    const client = mcpClient(server);
    await begin(client);
    const found = await client.call('memory_search', { query: 'port' });
    expect(found).toMatchObject({ isError: true, text: expect.stringContaining('disk is full') });
    expect((await box.cli(['query', 'port'], { shell })).exitCode).toBe(0);
    server.child.stdin?.end();
    await server.done;
  });

  it('what writes says that the disk is full', async () => {
    const more = conversation(box.project);
    const answer = 'a word that is not said twice, '.repeat(400);
    const path = box.write(`transcripts/${more.session}.jsonl`, more.turn('And this?', answer));
    const before = readFileSync(join(box.memory, 'memory.db'));
    const { exitCode, stderr } = await box.cli(['ingest', path], { shell });
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^error: the disk is full\n\nhint: free some space/);
    expect(readFileSync(join(box.memory, 'memory.db'))).toEqual(before);
  });
});
