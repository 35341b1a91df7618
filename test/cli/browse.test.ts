/** `mementor browse` on a real terminal: what it shows, and that it gives the terminal back. */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLI, type Sandbox, sandbox } from '../helpers/sandbox.ts';

const TERMINAL = join(import.meta.dirname, '../helpers/pseudo-terminal.py');
const hasPython = spawnSync('python3', ['-c', 'import pty']).status === 0;

type Step = readonly [string, ...(string | number)[]];

interface Ended {
  readonly output: string;
  readonly status: number;
  readonly restored: boolean;
}

const line = (uuid: string, type: string, content: string, at: string) =>
  `${JSON.stringify({
    type,
    uuid,
    sessionId: 'aaaaaaaa-0000-4000-8000-000000000001',
    cwd: '/code/shop',
    timestamp: at,
    isSidechain: false,
    message: { role: type, content },
  })}\n`;

async function remembered(): Promise<Sandbox> {
  const box = sandbox();
  const text = [
    line('11111111-1', 'user', 'Which port does staging use?', '2026-01-01T10:00:00Z'),
    line('11111111-2', 'assistant', 'The bouncer, on 6543.', '2026-01-01T10:00:01Z'),
    line('22222222-1', 'user', 'Rename the quince module', '2026-01-01T10:01:00Z'),
    line('22222222-2', 'assistant', 'It is called medlar now.', '2026-01-01T10:01:01Z'),
  ].join('');
  const file = box.write('transcripts/aaaaaaaa-0000-4000-8000-000000000001.jsonl', text);
  expect((await box.cli(['ingest', file])).exitCode).toBe(0);
  return box;
}

function browse(box: Sandbox, steps: readonly Step[], env: Record<string, string> = {}): Ended {
  const args = [TERMINAL, JSON.stringify(steps), process.execPath, CLI, 'browse', '-a'];
  const done = spawnSync('python3', args, {
    env: { ...box.env, TERM: 'xterm', NO_COLOR: '1', ...env },
    encoding: 'utf8',
  });
  expect(done.stderr).toBe('');
  return JSON.parse(done.stdout);
}

const ENTER = '\u001B[?1049h';
const LEAVE = '\u001B[?1049l';

describe.skipIf(!hasPython)('browse', () => {
  it('lists sessions, searches while typing, opens one in the pager, and leaves', async () => {
    const pager = 'sh -c "cat; echo END; read x < /dev/tty"';
    const ended = browse(
      await remembered(),
      [
        ['wait', '1 session'],
        ['wait', '22222222'],
        ['type', 'quince'],
        ['wait', 'found · 1 turn'],
        ['wait', 'It is called medlar now.'],
        ['type', '\r'],
        ['wait', LEAVE],
        ['wait', 'turn 22222222-1'],
        ['wait', 'END'],
        ['type', '\n'],
        ['wait', ENTER],
        ['wait', '> quince'],
        ['type', '\u0015'],
        ['wait', '1 session'],
        ['type', '\u001B'],
      ],
      { PAGER: pager },
    );
    expect(ended).toMatchObject({ status: 0, restored: true });
    expect(ended.output.split(ENTER)).toHaveLength(3);
    expect(ended.output.lastIndexOf(LEAVE)).toBeGreaterThan(ended.output.lastIndexOf(ENTER));
  });

  it.each([
    ['Ctrl-C', ['type', '\u0003'], 0],
    ['SIGINT', ['signal', 2], 130],
    ['SIGTERM', ['signal', 15], 143],
    ['SIGHUP', ['signal', 1], 129],
  ] as const)('gives the terminal back after %s', async (_, end, status) => {
    const ended = browse(await remembered(), [
      ['wait', '1 session'],
      ['resize', 120, 10],
      ['wait', '│'],
      end,
    ]);
    expect(ended).toMatchObject({ status, restored: true });
    expect(ended.output.endsWith(`${LEAVE}\u001B[?25h`)).toBe(true);
  });

  it('needs a terminal, and says so in one sentence', async () => {
    const { exitCode, stdout, stderr } = await sandbox().cli(['browse']);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toBe(
      'error: `mementor browse` needs a terminal; `mementor query` and `mementor sessions` print lists\n',
    );
  });
});
