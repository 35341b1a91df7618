/** What is known of a coding agent stays in its folder; all else asks the lists of agents. */

import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AGENTS } from '../../src/agents/all.ts';
import { INSTALLATIONS } from '../../src/agents/all-installations.ts';
import { ROOT } from '../helpers/sandbox.ts';

const FOLDERS = [
  'agents/aider/',
  'agents/claude-code/',
  'agents/codex/',
  'agents/copilot/',
  'agents/cursor/',
  'agents/gemini/',
  'agents/opencode/',
  'agents/qwen/',
  'agents/specstory/',
];

/** The files, the events and the keys of agents, and their command lines. */
const WORDS = [
  '.codex',
  'CODEX_',
  'rollout-',
  "'codex', 'resume'",
  "'.copilot'",
  'COPILOT_HOME',
  'mementor.json',
  'session-state',
  "'copilot', `--resume",
  "'.gemini'",
  'GEMINI_CLI_HOME',
  'BeforeAgent',
  'hooksConfig',
  "'gemini', '--resume'",
  "'opencode'",
  'sessionID',
  'chat.message',
  '@opencode-ai',
  "'.cursor'",
  'cursor-agent',
  "'aider', '--",
  "'opencode', '--session'",
  "'.qwen'",
  "'qwen', '--resume'",
  '.claude',
  'settings.json',
  'settings.local.json',
  'plugin.json',
  'hooks.json',
  'SessionStart',
  'UserPromptSubmit',
  'PreCompact',
  'SessionEnd',
  'session_id',
  'transcript_path',
  'agent_id',
  'additionalContext',
  'disableAllHooks',
  'cleanupPeriodDays',
  'CLAUDE_',
  'task-notification',
  "'subagents'",
  "'claude', '--",
];

interface Source {
  readonly path: string;
  readonly text: string;
}

function sources(): Source[] {
  const root = join(ROOT, 'src');
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({
      path: name.split(sep).join('/'),
      text: readFileSync(join(root, name), 'utf8'),
    }));
}

/** The names of events that several agents share. */
const SHARED = 'agents/hook-events.ts';

const isOfAgent = ({ path }: Source) =>
  path === SHARED || FOLDERS.some((folder) => path.startsWith(folder));

describe('the folder of an agent', () => {
  it.each(WORDS)('alone knows %s', (word) => {
    const knowing = sources().filter(({ text }) => text.includes(word));
    expect(knowing.map(({ path }) => path)).not.toEqual([]);
    expect(knowing.filter((source) => !isOfAgent(source))).toEqual([]);
  });

  it('is imported by the lists of agents alone', () => {
    const outside = sources().filter((source) => !isOfAgent(source));
    const importing = outside.filter(({ text }) =>
      /from '[^']*\/(?:aider|claude-code|codex|copilot|cursor|gemini|opencode|qwen|specstory)\//.test(
        text,
      ),
    );
    expect(importing.map(({ path }) => path).sort()).toEqual([
      'agents/all-installations.ts',
      'agents/all.ts',
      'agents/default-installation-help.ts',
    ]);
  });
});

describe('the lists of agents', () => {
  it('name the same agents, each once', () => {
    const names = AGENTS.map(({ name }) => name);
    expect(names).toEqual([
      'claude-code',
      'codex',
      'copilot',
      'gemini',
      'qwen',
      'opencode',
      'cursor',
      'aider',
      'specstory',
    ]);
    // Others may only be read: they call no hooks of ours.
    const called = ['claude-code', 'codex', 'copilot', 'gemini', 'qwen', 'opencode'];
    expect(INSTALLATIONS.map(({ agent }) => agent)).toEqual(called);
    const installed = AGENTS.filter(({ isGuest, isImport }) => !isGuest && !isImport);
    expect(installed.map(({ name }) => name)).toEqual(called);
    // Cursor runs what is installed for Claude Code.
    expect(AGENTS.filter(({ isGuest }) => isGuest).map(({ name }) => name)).toEqual(['cursor']);
  });

  it('reach a hook and the worker only as far as they need them', () => {
    const bundle = (name: string) => readFileSync(join(ROOT, 'dist', name), 'utf8');
    const installing = readdirSync(join(ROOT, 'dist')).filter((name) =>
      bundle(name).includes('disableAllHooks'),
    );
    expect(installing).not.toEqual([]);
    expect(installing).not.toContain('program.js');
    for (const name of ['cli.js', 'worker.js', 'remember.js']) {
      expect(bundle(name)).not.toContain('disableAllHooks');
      // A library at the top of the file would be loaded at each start.
      expect(bundle(name)).not.toMatch(/^var \w+ = (?:__toESM\()?require\("(?!node:)/m);
    }
    expect(bundle('cli.js')).not.toContain('--resume');
  });
});
