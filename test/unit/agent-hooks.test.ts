/** Hooks of Copilot CLI, Gemini CLI and Qwen Code: whose they are, what they say, where they are. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hookCall } from '../../src/agents/all-hook-formats.ts';
import { codexHome } from '../../src/agents/codex/paths.ts';
import { hooksPath } from '../../src/agents/copilot/paths.ts';
import { settingsPath as geminiSettings } from '../../src/agents/gemini/paths.ts';
import { projectsRoot, settingsPath as qwenSettings } from '../../src/agents/qwen/paths.ts';
import { hooksIn, plainLayout } from '../../src/agents/settings-file/hooks.ts';
import { callIn, isOwnCommand } from '../../src/agents/settings-file/own-command.ts';
import * as disable from '../../src/commands/disable.ts';
import * as enable from '../../src/commands/enable.ts';
import type { World } from '../../src/process/world.ts';
import { tellOfDeadHooks } from '../../src/program/dead-hooks.ts';
import { fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { CLI } from '../helpers/sandbox.ts';

const SESSION = '266eab6a-33e9-45d1-bdfd-3d1ce3b55483';
const CHILD = '8d1c3f5a-0b7e-4f7e-9a65-5b1f2c3d4e5f';
const WORLD: World = { env: {}, homedir: '/home/u', cwd: '/home/u', platform: 'linux' };
/** Variables that these agents set for every hook. */
const env = {
  CLAUDE_PROJECT_DIR: '/home/u/elsewhere',
  GEMINI_PROJECT_DIR: '/home/u/elsewhere',
  GEMINI_SESSION_ID: SESSION,
};

function call(fields: object) {
  return hookCall(JSON.stringify(fields), { ...WORLD, env });
}

const EVENTS = `/home/u/.copilot/session-state/${SESSION}/events.jsonl`;
const GEMINI = '/home/u/.gemini/tmp/proj/chats/session-2026-03-01T10-00-266eab6a.jsonl';
const QWEN = `/home/u/.qwen/projects/-srv/chats/${SESSION}.jsonl`;
const CLAUDE = `/home/u/.claude/projects/-srv/${SESSION}.jsonl`;
const at = { session_id: SESSION, cwd: '/srv', timestamp: '2026-03-01T10:00:00.000Z' };

describe('a hook', () => {
  it.each([
    ['copilot', { ...at, hook_event_name: 'UserPromptSubmit', prompt: 'why?' }],
    ['copilot', { ...at, hook_event_name: 'SessionStart', source: 'new', initial_prompt: 'why?' }],
    ['copilot', { ...at, hook_event_name: 'Stop', transcript_path: EVENTS }],
    ['gemini', { ...at, hook_event_name: 'BeforeAgent', transcript_path: GEMINI, prompt: 'why?' }],
    ['gemini', { ...at, hook_event_name: 'SessionEnd', transcript_path: GEMINI, reason: 'exit' }],
    ['gemini', { ...at, hook_event_name: 'AfterAgent', transcript_path: '' }],
    ['qwen', { ...at, hook_event_name: 'UserPromptSubmit', transcript_path: QWEN, prompt: 'why?' }],
    ['qwen', { ...at, hook_event_name: 'Stop', transcript_path: QWEN }],
    ['claude-code', { session_id: SESSION, hook_event_name: 'Stop', transcript_path: CLAUDE }],
    ['claude-code', { ...at, hook_event_name: 'Stop', transcript_path: CLAUDE }],
    ['codex', { ...at, hook_event_name: 'Stop', turn_id: CHILD, transcript_path: null }],
  ])('of %s is known by what it says: %j', (agent, fields) => {
    const found = call(fields);
    expect(found?.format.agent).toBe(agent);
    expect(found?.input.session).toBe(SESSION);
    const directory = agent === 'claude-code' ? '/home/u/elsewhere' : '/srv';
    expect(found?.input.directory).toBe(directory);
  });

  it('of Copilot CLI has the file of its session, and names the subagent', () => {
    const prompt = { ...at, hook_event_name: 'UserPromptSubmit', prompt: 'count the fish' };
    expect(call(prompt)?.input).toMatchObject({ transcriptPath: EVENTS, subagent: undefined });
    const ofTask = { ...prompt, session_id: CHILD, agent_id: CHILD, parent_agent_id: SESSION };
    const expected = { session: SESSION, transcriptPath: EVENTS, subagent: CHILD };
    expect(call(ofTask)?.input).toMatchObject(expected);
    const strange = call({ ...prompt, session_id: '../../secret' });
    expect(strange?.input.transcriptPath).toBeUndefined();
  });

  it('of Gemini CLI has the words of the person alone', () => {
    const event = { ...at, hook_event_name: 'BeforeAgent', transcript_path: GEMINI };
    const prompt = '<hook_context>old\nnews</hook_context>\n\nmend the weir';
    expect(call({ ...event, prompt })?.input.prompt).toBe('mend the weir');
    expect(call({ ...event, prompt: '  mend <b>it</b>' })?.input.prompt).toBe('  mend <b>it</b>');
    // An older file does not name its directory.
    const older = { ...event, transcript_path: GEMINI.replace('.jsonl', '.json') };
    expect(call(older)?.input.startedIn).toBe('/srv');
    expect(call(event)?.input.startedIn).toBeUndefined();
    const end = { ...event, hook_event_name: 'AfterAgent', prompt_response: 'Let me look. Done.' };
    expect(call(end)?.input.lastAnswer).toBeUndefined();
  });

  it('of Qwen Code tells what was answered, and that it compacts by itself', () => {
    const event = { ...at, transcript_path: QWEN };
    const stop = { ...event, last_assistant_message: 'Done.', prompt_id: 'x########0' };
    // Two prompts may have one id: nobody else answers them.
    expect(call(stop)?.input).toMatchObject({ lastAnswer: 'Done.', promptId: undefined });
    expect(call({ ...event, source: 'compact' })?.input.start).toBe('compacted');
    expect(call({ ...event, trigger: 'auto' })?.input.compactsByItself).toBe(true);
  });

  it('is answered in the form that its agent reads', () => {
    const reply = (fields: object) => {
      const format = call(fields)?.format;
      return JSON.parse(format?.reply('the port is 6543', 'added 1 turn') ?? '');
    };
    const start = (fields: object) => call(fields)?.format.replyAtStart?.('where work stopped');
    const ofCopilot = { ...at, hook_event_name: 'UserPromptSubmit' };
    expect(reply(ofCopilot)).toEqual({ additionalContext: 'the port is 6543' });
    expect(JSON.parse(start(ofCopilot) ?? '')).toEqual({ additionalContext: 'where work stopped' });
    expect(reply({ transcript_path: GEMINI })).toEqual({
      systemMessage: 'added 1 turn',
      hookSpecificOutput: { hookEventName: 'BeforeAgent', additionalContext: 'the port is 6543' },
    });
    // Gemini CLI would take it for the person's first words.
    expect(start({ transcript_path: GEMINI })).toBeUndefined();
    expect(reply({ transcript_path: QWEN })).toMatchObject({
      hookSpecificOutput: { hookEventName: 'UserPromptSubmit' },
    });
    expect(start({ transcript_path: QWEN })).toContain('SessionStart');
  });
});

describe('Cursor, which runs the hooks of Claude Code,', () => {
  const id = CHILD;
  const common = {
    conversation_id: id,
    generation_id: SESSION,
    model: 'm',
    cursor_version: '2.1.0',
    workspace_roots: ['/srv', '/srv/other'],
    user_email: 'u@example.invalid',
    transcript_path: null,
  };
  const transcript = `/home/u/.cursor/projects/srv/agent-transcripts/${id}/${id}.jsonl`;

  it.each([
    { hook_event_name: 'sessionStart', session_id: id, is_background_agent: false },
    { hook_event_name: 'beforeSubmitPrompt', prompt: 'why?', attachments: [] },
    { hook_event_name: 'stop', status: 'completed', loop_count: 0 },
    { hook_event_name: 'Stop', session_id: id, cwd: '/home/u', timestamp: 't' },
    { hook_event_name: 'sessionEnd', reason: 'window_close', transcript_path: CLAUDE },
  ])('is known by what it says, and is told nothing: %j', (fields) => {
    const found = call({ ...common, ...fields });
    expect(found?.format.agent).toBe('cursor');
    expect(found?.input).toMatchObject({
      session: id,
      directory: '/srv',
      // What has no known form is not taken for a transcript.
      transcriptPath: undefined,
      prompt: undefined,
      lastAnswer: undefined,
    });
    expect(found?.format.replyAtStart).toBeUndefined();
  });

  it('has the transcript that it names, or the one that lies where it keeps them', () => {
    const named = call({ ...common, transcript_path: transcript });
    expect(named?.input.transcriptPath).toBe(transcript);
    const { homedir } = fakeContext();
    const world = { ...WORLD, homedir };
    for (const name of [`${id}.jsonl`, `${id}/${id}.jsonl`]) {
      const path = join(homedir, '.cursor/projects/srv/agent-transcripts', name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, '');
      expect(hookCall(JSON.stringify(common), world)?.input.transcriptPath).toBe(path);
    }
    const strange = { ...common, conversation_id: '../../secret' };
    expect(hookCall(JSON.stringify(strange), world)?.input.transcriptPath).toBeUndefined();
  });

  it('may leave out what it knows no folder for', () => {
    const alone = { conversation_id: id, cursor_version: '2.1.0', workspace_roots: [] };
    expect(call(alone)?.input.directory).toBe('/home/u');
    expect(call({ conversation_id: id })?.format.agent).toBe('claude-code');
  });
});

describe('the files', () => {
  const mac: World = { env: {}, homedir: '/Users/u', cwd: '/Users/u/p', platform: 'darwin' };
  const windows: World = { env: {}, homedir: 'C:\\Users\\u', cwd: 'C:\\p', platform: 'win32' };

  it('are in the home on every system', () => {
    expect(codexHome(mac)).toBe('/Users/u/.codex');
    expect(codexHome(windows)).toBe('C:\\Users\\u\\.codex');
    expect(geminiSettings(mac)).toBe('/Users/u/.gemini/settings.json');
    expect(geminiSettings(windows)).toBe('C:\\Users\\u\\.gemini\\settings.json');
    expect(qwenSettings(mac)).toBe('/Users/u/.qwen/settings.json');
    expect(qwenSettings(windows)).toBe('C:\\Users\\u\\.qwen\\settings.json');
    expect(hooksPath(mac)).toBe('/Users/u/.copilot/hooks/mementor.json');
    expect(hooksPath(windows)).toBe('C:\\Users\\u\\.copilot\\hooks\\mementor.json');
  });

  it('move with the variables of their agents', () => {
    const moved = (name: string, world: World) => ({ ...world, env: { [name]: 'own' } });
    expect(geminiSettings(moved('GEMINI_CLI_HOME', mac))).toBe(
      '/Users/u/p/own/.gemini/settings.json',
    );
    expect(qwenSettings(moved('QWEN_HOME', windows))).toBe('C:\\p\\own\\settings.json');
    expect(projectsRoot(moved('QWEN_HOME', mac))).toBe('/Users/u/p/own/projects');
    expect(projectsRoot(moved('QWEN_RUNTIME_DIR', mac))).toBe('/Users/u/p/own/projects');
    expect(qwenSettings(moved('QWEN_RUNTIME_DIR', mac))).toBe('/Users/u/.qwen/settings.json');
    expect(hooksPath(moved('COPILOT_HOME', mac))).toBe('/Users/u/p/own/hooks/mementor.json');
  });
});

describe('a command on Windows', () => {
  it('is one that cmd, PowerShell and Git Bash take, and is known again', () => {
    const events = { Stop: 'stop' } as const;
    const layout = plainLayout({ client: 'X', events, timeout: 5, timeoutMax: 9, anyShell: true });
    const hooks = hooksIn(layout, {
      nodePath: 'C:\\Program Files\\nodejs\\node.exe',
      scriptPath: 'C:\\Users\\u\\mementor\\dist\\cli.js',
      platform: 'win32',
    });
    const command = hooks.wanted.Stop?.command ?? '';
    expect(command).toBe('node "C:/Users/u/mementor/dist/cli.js" hook stop');
    expect(isOwnCommand(command, new Set())).toBe(true);
    expect(callIn(command)?.word).toBe('stop');
  });
});

describe('a person at a terminal', () => {
  it('reads that the hooks of an agent do not run, and only where they were installed', async () => {
    const context = fakeContext({ scriptPath: CLI, stderr: fakeOutput(true, 200) });
    const told = async () => {
      const stderr = fakeOutput(true, 200);
      await tellOfDeadHooks('query', { ...context, stderr });
      return stderr.text;
    };
    const path = geminiSettings(context);
    mkdirSync(dirname(path));
    writeFileSync(path, '{ "a": 1, }');
    expect(await told()).toBe('');
    writeFileSync(path, '{}');
    await enable.run({ agent: 'gemini', scope: 'user', json: false, dryRun: false }, context);
    expect(await told()).toBe('');
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replaceAll('cli.js', 'gone/cli.js'));
    expect(await told()).toMatch(/the hooks of Gemini CLI are not running: they call .*gone/);
    writeFileSync(path, text.replace('{', '{ "hooksConfig": { "enabled": false },'));
    expect(await told()).toContain('hooksConfig.enabled');
    writeFileSync(path, '{}');
    expect(await told()).toContain('mementor disable --agent gemini');
    await disable.run({ agent: 'gemini', scope: 'user', json: false, dryRun: false }, context);
    expect(await told()).toBe('');
  });
});
