/** `mementor warm` as a client uses it: a process that is given prompts over its standard streams. */

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { begin, mcpClient } from '../helpers/mcp-client.ts';
import { ROOT, type Sandbox, sandbox, until } from '../helpers/sandbox.ts';

const QUESTION = 'my client cannot reach the billing db on staging, which port is it?';

function examples(box: Sandbox): void {
  const folder = join(ROOT, 'test', 'fixtures', 'demo');
  for (const name of readdirSync(folder)) {
    const cwd = JSON.stringify(box.project).slice(1, -1);
    const text = readFileSync(join(folder, name), 'utf8').replaceAll('{{CWD}}', cwd);
    box.write(`transcripts/${name}`, text);
  }
}

async function connected(box: Sandbox) {
  const running = box.start(['warm'], { stdin: null });
  const client = mcpClient(running);
  await begin(client);
  const prompt = async (prompt_id: string, text: string, more = {}) => {
    const given = { session_id: 's1', prompt_id, prompt: text, cwd: box.project, ...more };
    const called = { name: 'prompt', arguments: given };
    const { content } = (await client.ask('tools/call', called)).result;
    return content[0].text as string;
  };
  return { running, client, prompt };
}

const marks = (box: Sandbox) => {
  const folder = join(box.memory, 'warm');
  return existsSync(folder) ? readdirSync(folder).filter((name) => /^\d+$/.test(name)) : [];
};

it('answers a prompt once, whoever claims it, and ends with its client', async () => {
  const box = sandbox();
  examples(box);
  expect((await box.cli(['ingest', '--all'])).exitCode).toBe(0);
  const { running, client, prompt } = await connected(box);
  expect((await client.ask('tools/list')).result.tools).toEqual([]);
  expect(await prompt('', QUESTION)).toBe('{}');
  expect(marks(box)).toEqual([]);
  expect(await prompt('p1', 'thanks')).toBe('{}');
  expect(marks(box)).toEqual([String(process.pid)]);

  const { hookSpecificOutput } = JSON.parse(await prompt('p2', QUESTION));
  expect(hookSpecificOutput).toMatchObject({ hookEventName: 'UserPromptSubmit' });
  expect(hookSpecificOutput.additionalContext).toContain('6543');
  const event = { session_id: 's2', prompt_id: 'p2', prompt: QUESTION, cwd: box.project };
  const asked = async (fields: object) =>
    (await box.cli(['hook', 'user-prompt-submit'], { stdin: JSON.stringify(fields) })).stdout;
  expect(await asked(event)).toBe('');
  expect(await asked({ ...event, prompt_id: 'p3' })).toContain('6543');
  expect(await prompt('p3', QUESTION, { session_id: 's3' })).toBe('{}');
  expect(await prompt('p4', QUESTION, { session_id: 's4', agent_id: 'a' })).toBe('{}');

  running.child.stdin?.end();
  expect((await running.done).exitCode).toBe(0);
  expect(marks(box)).toEqual([]);
  expect(client.noise).toEqual([]);
});

it('refuses a prompt that is too long, and answers the next one', async () => {
  const box = sandbox();
  const { client, prompt } = await connected(box);
  const long = { name: 'prompt', arguments: { prompt_id: 'p1', prompt: 'x'.repeat(20_000_000) } };
  expect((await client.ask('tools/call', long)).error?.code).toBe(-32_600);
  expect(await prompt('p2', QUESTION)).toBe('{}');
});

it('says nothing without a memory, with a broken one, or where recall is off', async () => {
  const box = sandbox();
  const { prompt } = await connected(box);
  expect(await prompt('p1', QUESTION)).toBe('{}');
  examples(box);
  expect((await box.cli(['ingest', '--all'])).exitCode).toBe(0);
  expect(await prompt('p2', QUESTION)).toContain('6543');
  await box.cli(['config', 'recall', 'false']);
  expect(await prompt('p3', QUESTION, { session_id: 's3' })).toBe('{}');
  await box.cli(['config', '--unset', 'recall']);
  writeFileSync(join(box.memory, 'config.json'), '{"mask": 7}');
  expect(await prompt('p4', QUESTION, { session_id: 's4' })).toBe('{}');
});

it('is claimed by the hook too', async () => {
  const box = sandbox();
  mkdirSync(box.memory, { recursive: true });
  const event = { session_id: 's1', prompt_id: 'p1', prompt: 'thanks', cwd: box.project };
  await box.cli(['hook', 'user-prompt-submit'], { stdin: JSON.stringify(event) });
  await until('it is claimed', async () => {
    const claims = join(box.memory, 'claims');
    return existsSync(claims) && readdirSync(claims).length === 1;
  });
});
