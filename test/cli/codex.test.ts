/** Codex beside Claude Code: rollouts are taken in, hooks are installed and answer. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { conversation, type Sandbox, sandbox } from '../helpers/sandbox.ts';

const SESSION = '01990000-aaaa-7aaa-8aaa-000000000001';
const CHILD = '01990000-bbbb-7bbb-8bbb-000000000002';
const FACT = 'The staging database of the billing service listens on port 6543.';

interface Said {
  readonly session?: string;
  readonly parent?: string;
  readonly prompt: string;
  readonly answer: string;
}

/** Writes a rollout of one turn; returns its path. */
function rollout(box: Sandbox, { session = SESSION, parent, prompt, answer }: Said): string {
  const name = `rollout-2025-08-31T10-00-0${parent ? 9 : 0}-${session}.jsonl`;
  const path = join(box.home, '.codex', 'sessions', '2025', '08', '31', name);
  const turn = session.replace('0000-', '00cc-');
  const message = (role: string, type: string, text: string) => ({
    type: 'message',
    role,
    content: [{ type, text }],
  });
  const lines: [string, object][] = [
    [
      'session_meta',
      {
        id: session,
        session_id: parent ?? session,
        parent_thread_id: parent,
        cwd: box.project,
        cli_version: '0.169.0',
      },
    ],
    ['event_msg', { type: 'task_started', turn_id: turn }],
    ['response_item', message('user', 'input_text', prompt)],
    ['response_item', message('assistant', 'output_text', answer)],
  ];
  const text = lines.map(([type, payload], second) =>
    JSON.stringify({ timestamp: `2025-08-31T10:00:0${second}.000Z`, type, payload }),
  );
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text.map((line) => `${line}\n`).join(''));
  return path;
}

const told = { prompt: 'Remember the port of the billing database', answer: FACT };

describe('rollouts', () => {
  let box: Sandbox;
  beforeAll(() => {
    box = sandbox();
    rollout(box, told);
    const claude = conversation(box.project);
    const lines = claude.prompt('What does the lighthouse need?') + claude.answer('A new lamp.');
    box.write('transcripts/266eab6a-33e9-45d1-bdfd-3d1ce3b55483.jsonl', lines);
  });

  it('are found beside the transcripts, and of one agent alone', async () => {
    const mine = sandbox();
    rollout(mine, told);
    const none = await mine.cli(['ingest', '--all', '--agent', 'claude-code', '--json']);
    expect(JSON.parse(none.stdout)).toMatchObject({ transcripts: 0, turns: 0 });
    const one = await mine.cli(['ingest', '--all', '--agent', 'codex', '--json']);
    expect(JSON.parse(one.stdout)).toMatchObject({ transcripts: 1, turns: 1 });
    const all = await box.cli(['ingest', '--all', '--json']);
    expect(JSON.parse(all.stdout)).toMatchObject({ transcripts: 2, turns: 2, failed: [] });
    const unknown = await box.cli(['ingest', '--agent', 'cordex']);
    expect(unknown.exitCode).not.toBe(0);
    expect(unknown.stderr).toContain('`codex`');
  });

  it('are found for the current directory too', async () => {
    const mine = sandbox();
    rollout(mine, told);
    const here = await mine.cli(['ingest', '--json']);
    expect(JSON.parse(here.stdout)).toMatchObject({ transcripts: 1, turns: 1 });
  });

  it('name their agent, and the command that leads back', async () => {
    const listed = JSON.parse((await box.cli(['sessions', '--json'])).stdout);
    const rows = listed.sessions.map((row: Record<string, unknown>) => [
      row.codingAgent,
      row.resume,
    ]);
    expect(rows).toContainEqual(['codex', expect.stringContaining(`codex resume ${SESSION}`)]);
    expect(rows).toContainEqual(['claude-code', expect.stringContaining('claude --resume')]);
    const text = (await box.cli(['sessions'])).stdout;
    expect(text).toContain('Codex');
    expect(text).toContain('Claude Code');
    const found = JSON.parse((await box.cli(['query', 'billing port', '--json'])).stdout);
    expect(found.hits[0]).toMatchObject({ codingAgent: 'codex', agent: null });
    const recap = ['recap', '--since', '2020-01-01'];
    expect((await box.cli(recap)).stdout).toMatch(/Remember the port.*\(Codex\)/);
    const restored = await box.cli(['resume', SESSION, '--to', 'again.jsonl']);
    expect(restored.exitCode).not.toBe(0);
    expect(restored.stderr).toContain(`codex resume ${SESSION}`);
    const resumed = await box.cli(['resume', SESSION]);
    expect(resumed).toMatchObject({ exitCode: 0, stderr: '' });
    expect(resumed.stdout).toMatch(new RegExp(`codex resume ${SESSION}\n$`));
    const shown = (await box.cli(['show', SESSION])).stdout;
    expect(shown).toContain('Codex');
    expect(shown).toContain(`mementor resume ${SESSION.slice(0, 13)}\n`);
  });
});

describe('hooks', () => {
  it('are installed into hooks.json, and taken out byte for byte', async () => {
    const box = sandbox();
    const file = join(box.home, '.codex', 'hooks.json');
    const before =
      '{ "hooks": {"Stop" : [ {"hooks":[{"type":"command","command":"true"}]} ]} }\r\n';
    box.write('other', '');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, before);
    const dry = await box.cli(['enable', '--agent', 'codex', '--dry-run']);
    expect(dry).toMatchObject({ exitCode: 0 });
    expect(readFileSync(file, 'utf8')).toBe(before);
    const done = await box.cli(['enable', '--agent', 'codex']);
    expect(done.stdout).toContain('/hooks');
    expect(done.stdout).toContain('mementor disable --agent codex');
    const { hooks } = JSON.parse(readFileSync(file, 'utf8'));
    expect(hooks.Stop[0].hooks[0].command).toBe('true');
    expect(hooks.UserPromptSubmit[0].hooks[0].command).toContain('hook user-prompt-submit');
    expect(existsSync(join(box.claude, 'settings.json'))).toBe(false);
    const doctor = await box.cli(['doctor']);
    expect(doctor.stdout).toMatch(/no record that you trust them/);
    const status = JSON.parse((await box.cli(['status', '--json'])).stdout);
    expect(status.hooks).toMatchObject({ codex: 'on', user: 'off' });
    expect((await box.cli(['disable', '--agent', 'codex'])).exitCode).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('are refused where Codex has no such place', async () => {
    const box = sandbox();
    const project = await box.cli(['enable', '--agent', 'codex', '--project']);
    expect(project.exitCode).not.toBe(0);
    expect(project.stderr).toContain('all sessions only');
    expect(existsSync(join(box.home, '.codex'))).toBe(false);
  });

  it('of Codex are offered where it is seen, and no other agent is changed', async () => {
    const box = sandbox();
    expect((await box.cli(['enable', '--dry-run'])).stdout).not.toContain('--agent codex');
    mkdirSync(join(box.home, '.codex'));
    mkdirSync(join(box.home, '.gemini'));
    const { stdout } = await box.cli(['enable']);
    expect(stdout).toContain(
      'Also seen here: codex and gemini. mementor enable --agent all installs the hooks there too.',
    );
    expect(existsSync(join(box.home, '.codex', 'hooks.json'))).toBe(false);
  });

  it('take in a turn with its subagents, and bring it back in another session', async () => {
    const box = sandbox();
    const path = rollout(box, told);
    rollout(box, { session: CHILD, parent: SESSION, prompt: 'count the fish', answer: 'Forty.' });
    const call = async (event: string, more: object) => {
      const payload = { session_id: SESSION, turn_id: SESSION, cwd: box.project, ...more };
      return await box.cli(['hook', event], { stdin: JSON.stringify(payload) });
    };
    const stop = await call('stop', { transcript_path: path, last_assistant_message: FACT });
    expect(stop).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
    await box.settled();
    const { sessions } = JSON.parse((await box.cli(['sessions', '--json'])).stdout);
    expect(sessions).toHaveLength(1);
    expect(sessions[0]).toMatchObject({ session: SESSION, turns: 1, codingAgent: 'codex' });
    const prompt = 'which port should my client use to reach the billing database?';
    const other = SESSION.replace('0001', '0007');
    const asked = await call('user-prompt-submit', { session_id: other, prompt });
    expect(Object.keys(JSON.parse(asked.stdout))).toEqual(['hookSpecificOutput']);
    expect(asked.stdout).toContain('port 6543');
    const ofChild = await call('user-prompt-submit', {
      session_id: other,
      agent_id: CHILD,
      prompt,
    });
    expect(ofChild.stdout).toBe('');
  });
});
