/** What is known of a coding agent stays in its folder; all else asks the lists of agents. */

import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { INSTALLATIONS } from '../../src/agents/all-installations.ts';
import { agents } from '../../src/agents/find.ts';
import { ROOT } from '../helpers/sandbox.ts';

const FOLDERS = [
  'agents/claude-code/',
  'agents/codex/',
  'agents/copilot/',
  'agents/gemini/',
  'agents/opencode/',
  'agents/qwen/',
];

/** The files, the events and the keys of agents, and their command lines. */
const WORDS = [
  '.codex',
  'CODEX_',
  "'.copilot'",
  'COPILOT_HOME',
  'mementor.json',
  "'.gemini'",
  'GEMINI_CLI_HOME',
  'BeforeAgent',
  'hooksConfig',
  "'opencode'",
  'sessionID',
  'chat.message',
  '@opencode-ai',
  "'.qwen'",
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
      /from '[^']*\/(?:claude-code|codex|copilot|gemini|opencode|qwen)\//.test(text),
    );
    expect(importing.map(({ path }) => path).sort()).toEqual([
      'agents/all-installations.ts',
      'agents/default-installation-help.ts',
    ]);
  });
});

describe('the lists of agents', () => {
  it('name the same agents, each once', () => {
    const names = agents().map(({ name }) => name);
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
    const installed = agents().filter(({ isInstalledInto }) => isInstalledInto);
    expect(installed.map(({ name }) => name)).toEqual(called);
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
