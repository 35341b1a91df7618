/** What a prompt brought back, from the hook to what `why` and `status` tell of it afterwards. */

import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { conversation, ROOT, sandbox, until } from '../helpers/sandbox.ts';

const QUESTION = 'my client cannot reach the billing db on staging, which port is it?';
const ANSWER = 'I set PGPORT to 6543, as the legacy cluster has the other one.';

it('words that a recall brought are counted in the answer, once', async () => {
  const box = sandbox();
  const examples = join(ROOT, 'test', 'fixtures', 'demo');
  for (const name of readdirSync(examples)) {
    const cwd = JSON.stringify(box.project).slice(1, -1);
    const text = readFileSync(join(examples, name), 'utf8').replaceAll('{{CWD}}', cwd);
    box.write(`transcripts/${name}`, text);
  }
  expect((await box.cli(['ingest', '--all'])).exitCode).toBe(0);

  // Its lines are a second apart each: none may be later than the Stop.
  const at = new Date(Date.now() - 10_000).toISOString();
  const chat = conversation(box.project, { at });
  const transcript_path = box.path(`transcripts/${chat.session}.jsonl`);
  const hook = async (event: string, more: object) => {
    const about = { session_id: chat.session, cwd: box.project, transcript_path };
    return await box.cli(['hook', event], { stdin: JSON.stringify({ ...about, ...more }) });
  };
  // The client writes the transcript after this: the record knows the prompt by its time alone.
  await until('it recalls', async () =>
    (await hook('user-prompt-submit', { prompt: QUESTION })).stdout.includes('6543'),
  );
  const why = async () =>
    JSON.parse((await box.cli(['why', '--session', chat.session, '--json'])).stdout);
  expect((await why()).used).toBeNull();

  box.write(`transcripts/${chat.session}.jsonl`, chat.prompt(QUESTION));
  appendFileSync(transcript_path, chat.tool('Bash', { command: 'psql -p 6543' }));
  appendFileSync(transcript_path, chat.answer(ANSWER));
  await hook('stop', { last_assistant_message: ANSWER });
  await box.settled();
  const { used } = await why();
  // 6543 and `PGPORT`, among others.
  expect(used).toEqual({
    turn: JSON.parse(readFileSync(transcript_path, 'utf8').split('\n')[0] ?? '').uuid,
    brought: expect.any(Number),
    used: expect.any(Number),
  });
  expect(used.used).toBeGreaterThanOrEqual(2);
  expect(used.brought).toBeGreaterThan(used.used);

  await hook('stop', { last_assistant_message: ANSWER });
  await hook('session-end', {});
  await box.settled();
  const record = readFileSync(box.path(`memory/recalls/${chat.session}.jsonl`), 'utf8');
  expect(record.match(/"promptAtMs"/g)).toHaveLength(1);
  const status = JSON.parse((await box.cli(['status', '--json'])).stdout);
  expect(status.recall).toMatchObject({ days: 30, spoken: 1, answers: 1, used: 1 });
});
