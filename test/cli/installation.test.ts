/** What the built program needs beside it, and what it says where an installation is broken. */

import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { conversation, ROOT, sandbox } from '../helpers/sandbox.ts';

it('runs every command and the worker without node_modules', async () => {
  const box = sandbox();
  const copy = box.path('copy');
  for (const name of ['dist', 'native', 'package.json']) {
    cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  }
  const script = join(copy, 'dist', 'cli.js');
  const chat = conversation(box.project);
  const transcript_path = box.write('transcripts/a.jsonl', chat.turn('Which port?', '6543.'));
  await box.cli(['hook', 'stop'], { script, stdin: JSON.stringify({ transcript_path }) });
  expect(await box.settled()).toMatchObject({ turns: 1 });
  for (const args of [['query', 'port'], ['status'], ['doctor'], ['enable', '--dry-run']]) {
    const { stdout, stderr } = await box.cli(args, { script });
    expect(stderr).not.toMatch(/Cannot find module|node:internal/);
    expect(stdout).not.toBe('');
  }
});
