/** `mementor forget` on a real terminal: Ctrl-C ends it. */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CLI, conversation, sandbox } from '../helpers/sandbox.ts';

const TERMINAL = join(import.meta.dirname, '../helpers/pseudo-terminal.py');
const hasPython = spawnSync('python3', ['-c', 'import pty']).status === 0;

it.skipIf(!hasPython)(
  'forgets nothing at a Ctrl-C to its question, and ends with 130',
  async () => {
    const box = sandbox();
    box.write('transcripts/a.jsonl', conversation(box.project).turn('Which port?', '6543.'));
    expect((await box.cli(['ingest'])).exitCode).toBe(0);
    const steps = [
      ['wait', 'for good? [y/N]'],
      ['type', '\u0003'],
    ];
    const command = [process.execPath, CLI, 'forget', '--containing', 'port'];
    const { stdout } = spawnSync('python3', [TERMINAL, JSON.stringify(steps), ...command], {
      cwd: box.project,
      env: { ...box.env, TERM: 'xterm', NO_COLOR: '1' },
      encoding: 'utf8',
    });
    const { output, status } = JSON.parse(stdout);
    expect(status).toBe(130);
    expect(output).toContain('Interrupted: nothing was forgotten.');
    expect(await box.status()).toMatchObject({ turns: 1 });
  },
);
