/** `mementor disable --purge` after everything that the program can do: no file is left. */

import { existsSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { conversation, sandbox, until } from '../helpers/sandbox.ts';

/** Searches by words alone: no model is loaded. */
const env = { MEMENTOR_MODELS: '/nowhere' };

function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

it('deletes every file that any command or hook has written', async () => {
  const box = sandbox();
  const chat = conversation(box.project);
  const transcript = box.write(
    `transcripts/${chat.session}.jsonl`,
    chat.turn('Which harbour has the deepest berth?', 'The northern one.') +
      chat.turn('How long is its quay?', 'Ninety metres.'),
  );
  const before = filesBelow(box.root);
  const run = async (...args: string[]) => {
    const result = await box.cli(args, { env });
    expect(result.exitCode, `${args.join(' ')}: ${result.stderr}`).toBeLessThan(2);
    return result.stdout;
  };
  const payload = { session_id: chat.session, cwd: box.project, transcript_path: transcript };
  const hook = async (event: string, more: object = {}) => {
    await box.cli(['hook', event], { stdin: JSON.stringify({ ...payload, ...more }), env });
    await until('no process is left', () => box.processes().length === 0);
  };
  await run('enable');
  await run('enable', '--local');
  await hook('session-start', { source: 'startup' });
  await hook('user-prompt-submit', { prompt: 'why has the harbour the deepest berth?' });
  await hook('stop', { last_assistant_message: 'It was dredged.' });
  await hook('pre-compact', { trigger: 'auto' });
  await hook('stop', { transcript_path: box.project });
  box.write('memory/inbox/00000000000001-0123456789ab.json', 'no payload');
  await hook('session-end', { reason: 'exit' });
  await run('ingest', '--all');
  await run('config', 'limit', '7');
  await run('mute', '--project');
  await run('forget', '--secrets');
  await run('forget', '--containing', 'quay', '--yes');
  await run('repair', '--indexes');
  truncateSync(join(box.memory, 'memory.db'), 8_192);
  await run('repair');
  writeFileSync(join(box.memory, 'state.json.unreadable'), '{"removal":{}}');
  expect(filesBelow(box.memory).length).toBeGreaterThan(8);
  const { exitCode, stdout } = await box.cli(['disable', '--purge', '--yes', '--json'], { env });
  const { kept, places } = JSON.parse(stdout);
  expect({ exitCode, kept }).toEqual({ exitCode: 0, kept: [] });
  expect(places.map(({ state }: { state: string }) => state)).not.toContain('left');
  expect(existsSync(box.memory)).toBe(false);
  expect(filesBelow(box.root)).toEqual(before);
});
