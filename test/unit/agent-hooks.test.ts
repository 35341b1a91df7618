/** Hooks of other agents: where they are installed, how they are called, and that they run. */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codexHome } from '../../src/agents/codex/paths.ts';
import { hooksPath } from '../../src/agents/copilot/paths.ts';
import { settingsPath as geminiSettings } from '../../src/agents/gemini/paths.ts';
import { settingsPath as qwenSettings } from '../../src/agents/qwen/paths.ts';
import { hooksIn, plainLayout } from '../../src/agents/settings-file/hooks.ts';
import { callIn, isOwnCommand } from '../../src/agents/settings-file/own-command.ts';
import * as disable from '../../src/commands/disable.ts';
import * as enable from '../../src/commands/enable.ts';
import type { World } from '../../src/process/world.ts';
import { tellOfDeadHooks } from '../../src/program/dead-hooks.ts';
import { fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { program } from '../helpers/program.ts';
import { CLI } from '../helpers/sandbox.ts';

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
    expect(qwenSettings(moved('QWEN_RUNTIME_DIR', mac))).toBe('/Users/u/.qwen/settings.json');
    expect(hooksPath(moved('COPILOT_HOME', mac))).toBe('/Users/u/p/own/hooks/mementor.json');
  });
});

describe('a command on Windows', () => {
  it('is one that cmd, PowerShell and Git Bash take, and is known again', () => {
    const events = { Stop: 'stop' } as const;
    const layout = plainLayout({ client: 'X', events, timeout: 5, timeoutMax: 9, anyShell: true });
    const hooks = hooksIn(
      layout,
      program({
        nodePath: 'C:\\Program Files\\nodejs\\node.exe',
        scriptPath: 'C:\\Users\\u\\mementor\\dist\\cli.js',
        platform: 'win32',
      }),
    );
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
