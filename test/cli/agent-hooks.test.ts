/** Hooks put into Copilot CLI, Gemini CLI and Qwen Code, and taken out byte for byte. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Sandbox, sandbox } from '../helpers/sandbox.ts';

const COMMENTED =
  '// mine\r\n{\r\n\t"hooks": { /* theirs */ }, // none\r\n\t"theme": "Dark" // for the eyes\r\n}\r\n';

const AGENTS = [
  { agent: 'gemini', file: '.gemini/settings.json', prompt: 'BeforeAgent', timeout: 5000 },
  { agent: 'qwen', file: '.qwen/settings.json', prompt: 'UserPromptSubmit', timeout: 5 },
  {
    agent: 'copilot',
    file: '.copilot/hooks/mementor.json',
    prompt: 'UserPromptSubmit',
    timeout: 5,
  },
];

function write(box: Sandbox, name: string, text: string): string {
  const path = join(box.home, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

describe.each(AGENTS)('the hooks of $agent', ({ agent, file, prompt, timeout }) => {
  it('come into a file of their own, and go with it', async () => {
    const box = sandbox();
    const path = join(box.home, file);
    const dry = await box.cli(['enable', '--agent', agent, '--dry-run']);
    expect(dry).toMatchObject({ exitCode: 0, stderr: '' });
    expect(dry.stdout).toContain(prompt);
    expect(existsSync(dirname(path))).toBe(false);
    const done = await box.cli(['enable', '--agent', agent]);
    expect(done.stdout).toContain(`mementor disable --agent ${agent}`);
    const { hooks, ...rest } = JSON.parse(readFileSync(path, 'utf8'));
    expect(rest).toEqual(agent === 'copilot' ? { version: 1 } : {});
    const [{ hooks: handlers }] = hooks[prompt];
    expect(handlers).toEqual([expect.objectContaining({ type: 'command', timeout })]);
    expect(handlers[0].command).toContain('hook user-prompt-submit');
    const again = await box.cli(['enable', '--agent', agent]);
    expect(again.stdout).toContain('already enabled');
    const status = JSON.parse((await box.cli(['status', '--json'])).stdout);
    expect(status.hooks).toMatchObject({ [agent]: 'on', user: 'off' });
    const planned = await box.cli(['disable', '--agent', agent, '--dry-run']);
    expect(planned.stdout).toContain('would delete');
    await box.cli(['disable', '--agent', agent]);
    expect(existsSync(dirname(path))).toBe(false);
  });

  it('are checked by doctor', async () => {
    const box = sandbox();
    const checks = async () => {
      const { stdout } = await box.cli(['doctor', '--json']);
      const all: { name: string; status: string; detail: string }[] = JSON.parse(stdout).checks;
      return all.filter(({ name }) => name === `hooks ${agent}`);
    };
    expect(await checks()).toEqual([]);
    await box.cli(['enable', '--agent', agent]);
    expect(await checks()).toMatchObject([{ status: 'ok' }]);
    const path = join(box.home, file);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace(`"timeout": ${timeout}`, '"timeout": 1'));
    expect(await checks()).toMatchObject([{ status: 'warn' }]);
    writeFileSync(path, text.replaceAll('/cli.js', '/gone/cli.js'));
    expect(await checks()).toMatchObject([{ status: 'fail' }]);
    writeFileSync(path, text.replace('{', '['));
    expect(await checks()).toMatchObject([{ status: 'fail' }]);
  });

  it('are refused where the agent has no such place', async () => {
    const box = sandbox();
    for (const option of ['--project', '--local', '--skill', '--statusline', '--warm']) {
      const refused = await box.cli(['enable', '--agent', agent, option]);
      expect(refused.exitCode).not.toBe(0);
    }
    expect(existsSync(join(box.home, dirname(file)))).toBe(false);
  });
});

describe('settings with comments', () => {
  it.each(['gemini', 'qwen'])('of %s get the hooks, and come back as they were', async (agent) => {
    const box = sandbox();
    const path = write(box, `.${agent}/settings.json`, COMMENTED);
    await box.cli(['enable', '--agent', agent]);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain('hook user-prompt-submit');
    expect(text).toContain('/* theirs */');
    expect(text).toContain('"theme": "Dark" // for the eyes');
    await box.cli(['disable', '--agent', agent]);
    expect(readFileSync(path, 'utf8')).toBe(COMMENTED);
  });

  it.each([
    ['gemini', '{ "hooksConfig": { "enabled": false } }'],
    ['gemini', '{ "hooksConfig": { "disabled": ["x", ": mementor; node /a/cli.js hook stop"] } }'],
    ['qwen', '{ "disableAllHooks": true }'],
  ])('of %s that switch hooks off are told', async (agent, text) => {
    const box = sandbox();
    write(box, `.${agent}/settings.json`, text);
    const done = await box.cli(['enable', '--agent', agent]);
    expect(done.stdout).toMatch(/^The hooks will not run: .* switches the hooks off; remove it/m);
    expect(done.stdout).not.toContain('conversations are stored');
    expect((await box.cli(['doctor'])).stdout).toMatch(/switches the hooks off/);
  });
});

describe('all agents', () => {
  it('are those whose folders are found', async () => {
    const box = sandbox();
    const none = await box.cli(['enable', '--agent', 'all'], { env: { CLAUDE_CONFIG_DIR: '/no' } });
    expect(none.exitCode).not.toBe(0);
    const gemini = write(box, '.gemini/settings.json', COMMENTED);
    mkdirSync(join(box.home, '.copilot'));
    const done = await box.cli(['enable', '--agent', 'all', '--json']);
    const { agents } = JSON.parse(done.stdout);
    const names = agents.map(({ agent }: { agent: string }) => agent);
    expect(names).toEqual(expect.arrayContaining(['copilot', 'gemini']));
    expect(names).not.toContain('qwen');
    expect(existsSync(join(box.home, '.qwen'))).toBe(false);
    expect(readFileSync(gemini, 'utf8')).toContain('hook stop');
    const out = await box.cli(['disable', '--agent', 'all']);
    expect(out.exitCode).toBe(0);
    expect(readFileSync(gemini, 'utf8')).toBe(COMMENTED);
    expect(existsSync(join(box.home, '.copilot', 'hooks'))).toBe(false);
  });

  const BROKEN = '{ "a": 1, }';
  const REASON = '.gemini/settings.json:1:';

  it('do not wait for the one whose settings cannot be read', async () => {
    const box = sandbox();
    mkdirSync(join(box.home, '.copilot'));
    mkdirSync(join(box.home, '.qwen'));
    const gemini = write(box, '.gemini/settings.json', BROKEN);
    const copilot = join(box.home, '.copilot/hooks/mementor.json');
    const qwen = join(box.home, '.qwen/settings.json');
    const dry = await box.cli(['enable', '--agent', 'all', '--dry-run']);
    expect(dry.exitCode).toBe(1);
    expect([copilot, qwen].filter((path) => existsSync(path))).toEqual([]);
    const done = await box.cli(['enable', '--agent', 'all']);
    expect(done.exitCode).toBe(1);
    expect(done.stderr).toMatch(/^error: gemini: .*; Gemini CLI ignores the whole file/);
    expect(done.stderr).toContain(REASON);
    expect([copilot, qwen].filter((path) => existsSync(path))).toEqual([copilot, qwen]);
    expect(readFileSync(gemini, 'utf8')).toBe(BROKEN);
    const again = await box.cli(['enable', '--agent', 'all', '--json']);
    expect(again.exitCode).toBe(1);
    expect(JSON.parse(again.stdout).agents).toContainEqual({
      agent: 'gemini',
      error: {
        code: 'SETTINGS_INVALID',
        message: expect.stringContaining(REASON),
        hint: expect.stringContaining('Gemini CLI'),
      },
    });
  });

  it('are cleaned, and the one is named whose settings may hold hooks that cannot be read', async () => {
    const box = sandbox();
    for (const name of ['.copilot', '.gemini']) mkdirSync(join(box.home, name));
    await box.cli(['enable', '--agent', 'all']);
    const gemini = join(box.home, '.gemini/settings.json');
    const broken = readFileSync(gemini, 'utf8').replace(/\}\s*$/, ',}');
    writeFileSync(gemini, broken);
    const out = await box.cli(['disable', '--agent', 'all']);
    expect(out.exitCode).toBe(1);
    expect(out.stderr).toMatch(/^error: gemini: /);
    expect(out.stderr).toContain('.gemini/settings.json:');
    expect(existsSync(join(box.home, '.copilot/hooks'))).toBe(false);
    expect(existsSync(join(box.claude, 'settings.json'))).toBe(false);
    expect(readFileSync(gemini, 'utf8')).toBe(broken);
  });

  it('have nothing to clean where settings cannot be read that hold nothing of Mementor', async () => {
    const box = sandbox();
    const gemini = write(box, '.gemini/settings.json', BROKEN);
    const out = await box.cli(['disable', '--agent', 'all']);
    expect(out).toMatchObject({ exitCode: 0, stderr: '' });
    expect(out.stdout).toContain('no hooks of Mementor in ~/.gemini/settings.json');
    expect(readFileSync(gemini, 'utf8')).toBe(BROKEN);
  });

  it('are named by a `disable` that leaves their hooks', async () => {
    const box = sandbox();
    for (const name of ['.copilot', '.gemini']) mkdirSync(join(box.home, name));
    await box.cli(['enable', '--agent', 'all']);
    const stay =
      /^The hooks of copilot, gemini stay: mementor disable --agent all removes them\.$/m;
    expect((await box.cli(['disable', '--mcp'])).stdout).not.toMatch(stay);
    expect((await box.cli(['disable', '--dry-run'])).stdout).toMatch(stay);
    const done = await box.cli(['disable', '--json']);
    expect(JSON.parse(done.stdout).others).toEqual(['copilot', 'gemini']);
    expect((await box.cli(['disable'])).stdout).toMatch(stay);
    await box.cli(['disable', '--agent', 'copilot']);
    expect((await box.cli(['disable'])).stdout).toMatch(
      /^The hooks of gemini stay: mementor disable --agent gemini removes them\.$/m,
    );
    await box.cli(['disable', '--agent', 'all']);
    expect((await box.cli(['disable'])).stdout).not.toContain(' stay: ');
  });

  it('change nothing with an option that not all of them know', async () => {
    const box = sandbox();
    for (const name of ['.copilot', '.gemini']) mkdirSync(join(box.home, name));
    for (const verb of ['enable', 'disable']) {
      const refused = await box.cli([verb, '--agent', 'all', '--skill']);
      expect(refused.exitCode).toBe(2);
      expect(refused.stderr).toContain('for Claude Code only');
    }
    expect(existsSync(join(box.claude, 'skills'))).toBe(false);
  });

  it('are cleaned by a purge, wherever their folders were', async () => {
    const box = sandbox();
    const env = { COPILOT_HOME: join(box.home, 'own') };
    await box.cli(['enable', '--agent', 'copilot'], { env });
    await box.cli(['enable', '--agent', 'gemini']);
    const purged = await box.cli(['disable', '--purge', '--yes']);
    expect(purged.exitCode).toBe(0);
    expect(existsSync(join(box.home, 'own'))).toBe(false);
    expect(existsSync(join(box.home, '.gemini'))).toBe(false);
  });
});

describe('a prompt', () => {
  const FACT = 'The staging database of the billing service listens on port 6543.';

  it('is answered with what was told to another agent, in a fence of ours', async () => {
    const box = sandbox();
    const session = '266eab6a-33e9-45d1-bdfd-3d1ce3b55483';
    const line = (type: string, data: object, id: number) =>
      `${JSON.stringify({ type, id: `${id}`, timestamp: `2026-03-01T10:00:0${id}.000Z`, data })}\n`;
    write(
      box,
      `.copilot/session-state/${session}/events.jsonl`,
      line('session.start', { sessionId: session, context: { cwd: box.project } }, 1) +
        line('user.message', { content: 'Remember the port of the billing database' }, 2) +
        line('assistant.message', { content: FACT }, 3),
    );
    const stop = { session_id: session, cwd: box.project, timestamp: 't', hook_event_name: 'Stop' };
    const stopped = await box.cli(['hook', 'stop'], { stdin: JSON.stringify(stop) });
    expect(stopped).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
    await box.settled();
    const prompt = 'which port should my client use to reach the billing database?';
    const asking = {
      session_id: 'b1946ac9-2fd0-4d27-a0f1-1e1b8e3f6c1a',
      hook_event_name: 'BeforeAgent',
      transcript_path: join(
        box.home,
        '.gemini/tmp/p/chats/session-2026-03-01T10-00-b1946ac9.jsonl',
      ),
      cwd: box.project,
      timestamp: 't',
      prompt,
    };
    const asked = await box.cli(['hook', 'user-prompt-submit'], { stdin: JSON.stringify(asking) });
    const { additionalContext } = JSON.parse(asked.stdout).hookSpecificOutput;
    expect(additionalContext).toMatch(/^<mementor>\n[\s\S]*port 6543[\s\S]*<\/mementor>$/);
    const start = { ...asking, hook_event_name: 'SessionStart', source: 'startup' };
    const started = await box.cli(['hook', 'session-start'], { stdin: JSON.stringify(start) });
    expect(started).toMatchObject({ exitCode: 0, stdout: '' });
  });
});

describe('Cursor, which runs the hooks of Claude Code,', () => {
  it('has its conversation taken in, once, and is told nothing', async () => {
    const box = sandbox();
    const id = '8d1c3f5a-0b7e-4f7e-9a65-5b1f2c3d4e5f';
    const line = (role: string, text: string) =>
      `${JSON.stringify({ role, message: { content: [{ type: 'text', text }] } })}\n`;
    const folder = box.project.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
    write(
      box,
      `.cursor/projects/${folder}/agent-transcripts/${id}/${id}.jsonl`,
      line('user', '<user_query>\nmend the weir\n</user_query>') +
        line('assistant', 'It is mended.'),
    );
    const call = (fields: object) => ({
      stdin: JSON.stringify({
        conversation_id: id,
        cursor_version: '2.1.0',
        workspace_roots: [box.project],
        user_email: 'u@example.invalid',
        transcript_path: null,
        ...fields,
      }),
      env: { CLAUDE_PROJECT_DIR: box.project },
    });
    const stopped = await box.cli(['hook', 'stop'], call({ hook_event_name: 'stop' }));
    expect(stopped).toMatchObject({ exitCode: 0, stdout: '', stderr: '' });
    expect(await box.settled()).toMatchObject({ sessions: 1, turns: 1 });
    await box.cli(['ingest', '--all']);
    expect(await box.settled()).toMatchObject({ sessions: 1, turns: 1 });
    const { sessions } = JSON.parse((await box.cli(['sessions', '--json'])).stdout);
    expect(sessions).toMatchObject([{ session: id, codingAgent: 'cursor' }]);
    for (const [word, event] of [
      ['user-prompt-submit', 'beforeSubmitPrompt'],
      ['session-start', 'sessionStart'],
    ] as const) {
      const asked = call({ hook_event_name: event, prompt: 'who mended the weir of the mill?' });
      const answer = await box.cli(['hook', word], asked);
      expect(answer).toMatchObject({ exitCode: 0, stdout: '' });
    }
  });
});
