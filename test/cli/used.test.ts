/** What a prompt brought back, from the hook to what `why` and `status` tell of it afterwards. */

import { randomUUID } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { conversation, ROOT, type Sandbox, sandbox, until } from '../helpers/sandbox.ts';

const QUESTION = 'my client cannot reach the billing db on staging, which port is it?';
const ANSWER = 'I set PGPORT to 6543, as the legacy cluster has the other one.';

/** A session that goes on now, and its hooks. */
function session(box: Sandbox) {
  // Its lines are a second apart each: none may be later than the Stop.
  const at = new Date(Date.now() - 10_000).toISOString();
  const chat = conversation(box.project, { at });
  const transcript_path = box.path(`transcripts/${chat.session}.jsonl`);
  const hook = async (event: string, more: object) => {
    const about = {
      session_id: chat.session,
      prompt_id: randomUUID(),
      cwd: box.project,
      transcript_path,
    };
    return await box.cli(['hook', event], { stdin: JSON.stringify({ ...about, ...more }) });
  };
  return { chat, transcript_path, hook };
}

it('words that a recall brought are counted in the answer, once', async () => {
  const box = sandbox();
  const examples = join(ROOT, 'test', 'fixtures', 'demo');
  for (const name of readdirSync(examples)) {
    const cwd = JSON.stringify(box.project).slice(1, -1);
    const text = readFileSync(join(examples, name), 'utf8').replaceAll('{{CWD}}', cwd);
    box.write(`transcripts/${name}`, text);
  }
  expect((await box.cli(['ingest', '--all'])).exitCode).toBe(0);

  const { chat, transcript_path, hook } = session(box);
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

it('words that a note brought are counted, and forgetting the note leaves no byte of it', async () => {
  const box = sandbox();
  const note = 'The valve of the harbour pump leaks when anzibarite dust settles at low tide';
  const remembered = await box.cli(['remember', note, '--kind', 'gotcha', '--json']);
  const { id } = JSON.parse(remembered.stdout).note;
  const earlier = conversation(box.project).turn('Who paints the boat?', 'Nobody, so far.');
  box.write('transcripts/earlier.jsonl', earlier);
  expect((await box.cli(['ingest', '--all'])).exitCode).toBe(0);
  await box.settled();

  const { chat, hook } = session(box);
  const question = 'why does the valve of the harbour pump leak?';
  const said = await hook('user-prompt-submit', { prompt: question });
  expect(said.stdout).toContain('anzibarite');
  const answer = 'At low tide dust settles in it.';
  box.write(`transcripts/${chat.session}.jsonl`, chat.turn(question, answer));
  await hook('stop', { last_assistant_message: answer });
  await box.settled();
  const { used } = JSON.parse((await box.cli(['why', '--session', chat.session, '--json'])).stdout);
  expect(used.used).toBeGreaterThanOrEqual(2);

  const holding = () => {
    const names = readdirSync(box.memory, { recursive: true }).map(String);
    const files = names.filter((name) => statSync(join(box.memory, name)).isFile());
    return files.filter((name) => readFileSync(join(box.memory, name)).includes('anzibarite'));
  };
  expect(holding()).toContain(join('recalls', `${chat.session}.jsonl`));
  const done = await box.cli(['notes', 'delete', id, '--yes']);
  expect(done.exitCode).toBe(0);
  expect(holding()).toEqual([]);
});
