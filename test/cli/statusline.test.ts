/** The status line of the built program: quick, alone, and told of proposals by whoever stores. */

import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { conversation, ROOT, sandbox, until } from '../helpers/sandbox.ts';

it('needs neither the addon nor a database', async () => {
  const box = sandbox();
  const copy = box.path('copy');
  for (const name of ['cli.js', 'statusline.js', 'package.json']) {
    cpSync(join(ROOT, 'dist', name), join(copy, 'dist', name));
  }
  const script = join(copy, 'dist', 'cli.js');
  const done = await box.cli(['statusline', '--beside', 'printf mine'], { script, stdin: '{}' });
  expect(done).toMatchObject({ exitCode: 0, stdout: 'mine', stderr: '' });
  expect(existsSync(join(box.memory, 'memory.db'))).toBe(false);
});

it('counts proposals when they are stored, and when they are decided on', async () => {
  const box = sandbox();
  const chat = conversation(box.project);
  const text = chat.turn('we dont have a staging database', 'I see.');
  const transcript_path = box.write('transcripts/a.jsonl', text);
  const line = async () => (await box.cli(['statusline'], { stdin: '{}' })).stdout;
  expect(await line()).toBe('');
  await box.cli(['hook', 'stop'], { stdin: JSON.stringify({ transcript_path }) });
  await until('the worker has counted', async () => (await line()) !== '');
  expect(await line()).toBe('Mementor: 1 to review\n');
  const { proposals } = JSON.parse((await box.cli(['notes', 'review', '--json'])).stdout);
  await box.cli(['notes', 'reject', proposals[0].id]);
  expect(await line()).toBe('');
  expect(JSON.parse(readFileSync(join(box.memory, 'state.json'), 'utf8')).proposed).toBe(0);
});
