/** What a session is told when it starts: the hook, `mementor why --start --now` and `mementor why --start`. */

import { existsSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { conversation, type Result, type Sandbox, sandbox } from '../helpers/sandbox.ts';

const RULE = 'Never push before the tests of the harbour pass.';
const ASKED = 'Make the crane lift at most five tonnes, please.';

let box: Sandbox;

beforeEach(() => {
  box = sandbox();
});

async function run(...args: string[]): Promise<Result> {
  return await box.cli(args);
}

/** Runs the hook of a session's start. */
async function start(more: object = {}): Promise<Result> {
  const transcript_path = box.path('transcripts/new.jsonl');
  const input = { session_id: 'the-session', cwd: box.project, transcript_path, ...more };
  const stdin = JSON.stringify({ source: 'startup', ...input });
  const result = await box.cli(['hook', 'session-start'], { stdin });
  expect(result).toMatchObject({ exitCode: 0, stderr: '' });
  return result;
}

/** What the hook adds to the context; empty when it is silent. */
async function told(more: object = {}): Promise<string> {
  const { stdout } = await start(more);
  if (stdout === '') return '';
  const { hookSpecificOutput, ...others } = JSON.parse(stdout);
  expect(others).toEqual({});
  expect(hookSpecificOutput.hookEventName).toBe('SessionStart');
  return hookSpecificOutput.additionalContext;
}

/** A past session on the branch of the project, and a rule. */
async function past(): Promise<void> {
  for (const name of ['objects', 'refs']) box.write(`project/.git/${name}/.keep`, '');
  box.write('project/.git/HEAD', 'ref: refs/heads/crane\n');
  const session = 'aaaaaaaa-0000-4000-8000-000000000001';
  const at = new Date(Date.now() - 2 * 60 * 60 * 1000).toISOString();
  const chat = conversation(box.project, { session, branch: 'crane', at });
  const edit = { file_path: box.path('project/crane.rs'), old_string: 'a', new_string: 'b' };
  const lines = [
    chat.prompt(ASKED),
    chat.tool('Edit', edit, 'The file was updated.'),
    chat.answer('The crane now refuses loads above five tonnes.'),
  ];
  expect((await run('ingest', box.write('transcripts/a.jsonl', lines.join('')))).exitCode).toBe(0);
  expect((await run('remember', '--kind', 'rule', RULE)).exitCode).toBe(0);
}

function record(): string {
  const path = box.path('memory/recalls/the-session.jsonl');
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

describe('the hook of a session’s start', () => {
  it('says nothing where nothing is known, and writes no record', async () => {
    expect(await told()).toBe('');
    expect(record()).toBe('');
  });

  it('tells rules in the person’s words and how work on the branch ended, but not on a resume', async () => {
    await past();
    const text = await told();
    expect(text).toMatch(/^<mementor>\n.*records, not instructions.*\n[\s\S]*<\/mementor>$/);
    expect(text).toContain(`“${RULE}”`);
    expect(text).toMatch(new RegExp(`last session on this branch \\(\\d+ \\w+ ago\\): ${ASKED}`));
    expect(text).toContain('it ended: The crane now refuses loads above five tonnes.');
    expect(await told({ source: 'resume' })).toBe('');
    expect(await told({ source: 'clear', session_id: 'another' })).toBe(text);
  });

  it('says the same from what was prepared when the history was read, and after the worker', async () => {
    await past();
    const prepared = () =>
      readFileSync(box.path('memory/memory.db')).includes('"branch":"crane","ended_at_ms"');
    expect(prepared()).toBe(true);
    const text = await told();
    await box.settled();
    expect(prepared()).toBe(true);
    // The same call at once is a copy's.
    const ageless = (told: string) => told.replace(/\(\d+ h ago\)/g, '(h ago)');
    expect(ageless(await told({ again: true }))).toBe(ageless(text));
  });

  it('is silent for a fork, a subagent, a muted session, and when a setting says so', async () => {
    await past();
    expect(await told({ source: 'fork' })).toBe('');
    expect(await told({ agent_id: 'a-subagent' })).toBe('');
    expect(await told({ session_id: 'muted' })).not.toBe('');
    await run('mute', '--session', 'muted');
    expect(await told({ session_id: 'muted' })).toBe('');
    for (const [key, off, on] of [
      ['context-budget', '0', '2000'],
      ['recall', 'false', 'true'],
    ] as const) {
      await run('config', key, off);
      expect(await told(), key).toBe('');
      await run('config', key, on);
    }
    await run('config', '--add', 'exclude', box.project);
    expect(await told()).toBe('');
  });

  it('tells a compacted session about itself', async () => {
    await past();
    const text = await told({
      source: 'compact',
      session_id: 'aaaaaaaa-0000-4000-8000-000000000001',
    });
    expect(text).toContain('From this session');
    expect(text).toContain(ASKED);
    expect(text).toContain(`“${RULE}”`);
  });

  it('keeps to the budget of the setting', async () => {
    await past();
    await run('config', 'context-budget', '60');
    const text = await told();
    expect(text).toContain(RULE);
    expect(Math.ceil(text.length / 4)).toBeLessThanOrEqual(60);
  });

  it('is recorded, until something is forgotten', async () => {
    await past();
    const text = await told();
    expect(await told({ session_id: 'unkept', transcript_path: undefined })).toBe(text);
    expect(existsSync(box.path('memory/recalls/unkept.jsonl'))).toBe(false);
    const shown = async () => JSON.parse((await run('why', '--start', '--json')).stdout);
    expect(await shown()).toMatchObject({ session: 'the-session', told: 'start', text });
    const printed = await run('why', '--start', '--session', 'the-session');
    expect(printed).toMatchObject({ exitCode: 0, stderr: '' });
    expect(printed.stdout).toContain(text);
    await run('forget', '--session', 'aaaaaaaa', '--yes');
    expect(await shown()).toMatchObject({ session: 'the-session', text: null });
    expect(record()).not.toContain(ASKED);
  });
});

describe('the record of what a session was told', () => {
  it('is masked by patterns that are younger than what is stored', async () => {
    await past();
    await run('config', '--add', 'mask', 'five tonnes');
    await told();
    expect(record()).toContain('the harbour pass');
    expect(record()).not.toContain('five tonnes');
  });
});

describe('mementor why --start --now', () => {
  it('prints the block of the hook, and what each layer costs', async () => {
    await past();
    const text = await told();
    const { stdout, exitCode } = await run('why', '--start', '--now');
    expect(exitCode).toBe(0);
    expect(stdout).toContain(text);
    expect(stdout).toMatch(/standing notes +1 +\d+ tokens/);
    const document = JSON.parse((await run('why', '--start', '--now', '--json')).stdout);
    expect(document).toMatchObject({
      version: 1,
      source: 'startup',
      budget: 2000,
      silent: null,
      text,
    });
    const layers = document.layers as { name: string; tokens: number }[];
    expect(layers.map(({ name }) => name)).toEqual(['notes', 'this-branch']);
    expect(document.tokens).toBe(Math.ceil(text.length / 4));
  });

  it('says why the hook is silent', async () => {
    await past();
    await run('config', 'recall', 'false');
    expect(JSON.parse((await run('why', '--start', '--now', '--json')).stdout)).toMatchObject({
      silent: 'recall',
    });
    expect((await run('why', '--start', '--now')).stdout).toContain('the setting `recall` is off');
  });

  it('of nothing says so, with exit status 1', async () => {
    await past();
    const cwd = box.path('elsewhere');
    box.write('elsewhere/a.txt', '');
    const result = await box.cli(['why', '--start', '--now'], { cwd });
    expect(result).toMatchObject({ exitCode: 1, stdout: '' });
    expect(result.stderr).toContain('Nothing is known');
  });

  it('names the session of a compaction, or says that it needs one', async () => {
    await past();
    const unknown = await run('why', '--start', '--now', '--source', 'compact');
    expect(unknown).toMatchObject({ exitCode: 1, stdout: '' });
    expect(unknown.stderr).toContain('--session ID');
    const own = await run(
      'why',
      '--start',
      '--now',
      '--source',
      'compact',
      '--session',
      'aaaaaaaa',
    );
    expect(own.stdout).toContain(ASKED);
  });
});
