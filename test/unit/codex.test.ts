/** What is known of Codex: the prompts in a rollout, and where rollouts are. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { codex } from '../../src/agents/codex/agent.ts';
import { agentOf, resumeCommand } from '../../src/agents/find.ts';

const SESSION = '01990000-aaaa-7aaa-8aaa-000000000001';
const CHILD = '01990000-bbbb-7bbb-8bbb-000000000002';
const root = mkdtempSync(join(tmpdir(), 'mementor-codex-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const world = { env: {}, homedir: root, cwd: root, platform: process.platform } as const;

/** Returns the path of a rollout of the day that a session's id names. */
function rolloutPath(id: string, name = `rollout-2025-08-31T10-00-00-${id}.jsonl`): string {
  const day = new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toISOString();
  return join(root, '.codex', 'sessions', ...day.slice(0, 10).split('-'), name);
}

function write(path: string, payload: object): string {
  mkdirSync(dirname(path), { recursive: true });
  const line = { timestamp: '2026-03-01T10:00:00.000Z', type: 'session_meta', payload };
  writeFileSync(path, `${JSON.stringify(line)}\n`);
  return path;
}

describe('a line of a rollout', () => {
  const { promptOf } = codex.transcripts;
  const line = (...texts: string[]) => {
    const content = texts.map((text) => ({ type: 'input_text', text }));
    const payload = { type: 'message', role: 'user', content };
    return JSON.stringify({ timestamp: '2026-03-01T10:00:00Z', type: 'response_item', payload });
  };

  it('holds the words of a person', () => {
    const atMs = Date.parse('2026-03-01T10:00:00Z');
    expect(promptOf(line('# AGENTS.md instructions for /srv', 'mend the weir'))).toEqual({
      atMs,
      text: 'mend the weir',
    });
    expect(promptOf(line('[Image #1]'))).toBeUndefined();
    expect(promptOf(line('[Image #1] is dark'))?.text).toBe('[Image #1] is dark');
    expect(promptOf(line('<environment_context>\n</environment_context>'))).toBeUndefined();
    expect(promptOf('{"type":"event_msg","payload":{"type":"user_message"}}')).toBeUndefined();
    expect(promptOf('"user" is no line')).toBeUndefined();
  });
});

describe('a rollout', () => {
  const parent = write(rolloutPath(SESSION), { id: SESSION, cwd: root });
  const child = write(rolloutPath(CHILD, `rollout-2025-08-31T10-00-09-${CHILD}.jsonl`), {
    id: CHILD,
    parent_thread_id: SESSION,
    cwd: root,
  });

  it('is of Codex, wherever it is', () => {
    expect(agentOf(parent, world).name).toBe('codex');
    expect(agentOf('/backup/rollout-2026-01-01T00-00-00-x.jsonl.zst', world).name).toBe('codex');
    expect(agentOf(`/backup/${SESSION}.jsonl`, world).name).toBe('claude-code');
    expect(agentOf('/backup/a-rollout.jsonl', world).name).toBe('claude-code');
  });

  it('names its session, and a subagent its parent', async () => {
    const { sessionOf, subagentOf, subagentsOf, startedHere } = codex.transcripts;
    expect(sessionOf(parent)).toBe(SESSION);
    expect([subagentOf(parent), subagentOf(child)]).toEqual([undefined, CHILD]);
    expect((await subagentsOf(parent)).map(({ path }) => path)).toEqual([child]);
    expect((await startedHere(world)).map(({ path }) => path).sort()).toEqual([parent, child]);
    expect(await startedHere({ ...world, cwd: join(root, '.codex') })).toEqual([]);
  });

  it('is resumed by the id of its session', () => {
    const { isResumable, placeOf } = codex.sessions;
    expect(isResumable({ session: SESSION }, world)).toBe(true);
    expect(isResumable({ session: SESSION.replace('0001', '0009') }, world)).toBe(false);
    expect(isResumable({ session: 'fe0d1d0e-2f0c-4c59-a0f4-4d2b2b2b2b2b' }, world)).toBe(false);
    expect(resumeCommand(codex, { session: SESSION, cwd: '/srv/app' })).toBe(
      `cd /srv/app && codex resume ${SESSION}`,
    );
    expect(placeOf({ session: SESSION }, world)).toBe(parent);
  });
});
