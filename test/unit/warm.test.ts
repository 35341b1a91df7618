/** Warm recall: who answers a prompt, and `enable --warm` with its undoing on real files. */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { warmChecks } from '../../src/agents/claude-code/checks/warm.ts';
import { hookCommand } from '../../src/agents/claude-code/install/hook-command.ts';
import { warmFolder } from '../../src/agents/claude-code/install/warm-plugin.ts';
import { claudeCodeInstallation } from '../../src/agents/claude-code/installation.ts';
import { isEditedCommand, isOwnCommand } from '../../src/agents/settings-file/own-command.ts';
import { receiptPath } from '../../src/agents/settings-file/receipt.ts';
import * as disable from '../../src/commands/disable.ts';
import * as enable from '../../src/commands/enable.ts';
import { homeOf, warmOf } from '../../src/home/paths.ts';
import { native } from '../../src/memory.ts';
import { type FakeContext, fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { program } from '../helpers/program.ts';
import { shownPath } from '../helpers/shown-path.ts';

const ALL = { scope: 'user', dryRun: false, json: false } as const;
const WARM = { ...ALL, warm: true } as const;

let context: FakeContext;
let folder: string;
let settings: string;
let home: string;

beforeEach(() => {
  context = fakeContext({ scriptPath: import.meta.filename });
  folder = warmFolder(context);
  settings = join(context.homedir, '.claude/settings.json');
  home = homeOf(context);
});

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function everything(): Record<string, string> {
  const entries = readdirSync(context.homedir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'utf8')]));
}

async function told(run: Promise<unknown>): Promise<string> {
  context.stdout = fakeOutput();
  await run;
  return context.stdout.text;
}

describe('a mark', () => {
  it('is taken away with all others; what others put there stays', () => {
    put(join(warmOf(home), '7'), '8\n');
    put(join(warmOf(home), 'notes.txt'), 'mine');
    expect(native().homeReport(home).warmClients).toEqual([{ client: 7, server: 8 }]);
    native().clearWarm(home);
    expect(readdirSync(warmOf(home))).toEqual(['notes.txt']);
  });
});

describe('the command of the prompt hook', () => {
  const run = (command: string) => spawnSync('/bin/sh', ['-c', command], { encoding: 'utf8' });
  const installed = () => {
    const node = join(home, 'it$ "node"');
    put(node, '#!/bin/sh\necho ran');
    spawnSync('chmod', ['+x', node]);
    return program({ nodePath: node, scriptPath: import.meta.filename });
  };

  it('starts nothing where a server answers this client, and the program elsewhere', () => {
    const warm = join(home, 'a "b" $c');
    const command = hookCommand({ ...installed(), warm }, 'UserPromptSubmit');
    expect(run(command)).toMatchObject({ status: 0, stdout: 'ran\n', stderr: '' });
    put(join(warm, String(process.pid)), `${process.pid}\n`);
    expect(run(command)).toMatchObject({ status: 0, stdout: '', stderr: '' });
    put(join(warm, String(process.pid)), '');
    expect(run(command)).toMatchObject({ status: 0, stdout: 'ran\n', stderr: '' });
    const { pid } = spawnSync('true');
    put(join(warm, String(process.pid)), `${pid}\n`);
    expect(run(command)).toMatchObject({ status: 0, stdout: 'ran\n', stderr: '' });
  });

  it('is ours from any installation, and mixed only with something else', () => {
    const command = hookCommand(
      { ...program({ nodePath: '/n/node', scriptPath: '/o/mementor/dist/cli.js' }), warm: '/w' },
      'UserPromptSubmit',
    );
    const none = new Set<string>();
    expect([isOwnCommand(command, none), isEditedCommand(command, none)]).toEqual([true, false]);
    expect(isEditedCommand(`${command}; make`, none)).toBe(true);
    expect(isEditedCommand(`${command}; kill 7`, none)).toBe(true);
  });

  it('is as it was without the plugin, and for other events', () => {
    const plain = installed();
    const warm = { ...plain, warm: '/w' };
    expect(hookCommand(warm, 'Stop')).toBe(hookCommand(plain, 'Stop'));
    expect(hookCommand(plain, 'UserPromptSubmit')).not.toContain('kill');
  });
});

describe('enable --warm', () => {
  it('writes a server without tools and its hook, and disable --warm takes all back', async () => {
    await enable.run(ALL, context);
    const before = readFileSync(settings, 'utf8');
    const text = await told(enable.run(WARM, context));
    expect(text).toContain(`UserPromptSubmit in ${shownPath(settings, context)}`);
    const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
    const { prompts } = read('.mcp.json').mcpServers;
    expect(prompts).toEqual({
      command: context.nodePath,
      args: [context.scriptPath, 'warm'],
      env: { NODE_OPTIONS: '' },
    });
    const [{ hooks }] = read('hooks/hooks.json').hooks.UserPromptSubmit;
    expect(hooks).toMatchObject([
      { type: 'mcp_tool', server: 'plugin:mementor-warm:prompts', tool: 'prompt', timeout: 1 },
    ]);
    expect(hooks[0].input.prompt_id).toMatch(/^\$\{prompt_id\}$/);
    expect(hooks[0].input.prompt).toMatch(/^\$\{prompt\}$/);
    expect(readFileSync(settings, 'utf8')).not.toContain('mcp_tool');
    expect(await claudeCodeInstallation.trouble(context, [])).toBeUndefined();
    expect((await claudeCodeInstallation.states(context)).user).toBe('on');
    expect(await told(enable.run(WARM, context))).toContain('nothing to do');
    await disable.run(WARM, context);
    expect(readFileSync(settings, 'utf8')).toBe(before);
    expect(existsSync(dirname(folder))).toBe(false);
    expect(existsSync(warmOf(home))).toBe(false);
    await disable.run(ALL, context);
    expect(everything()).toEqual({});
  });

  it('goes with the hooks, and gives a person’s settings back byte for byte', async () => {
    const theirs = '{ "model": "opus",\n  "hooks": { } }';
    put(settings, theirs);
    await enable.run(ALL, context);
    await enable.run(WARM, context);
    const document = JSON.parse(await told(disable.run({ ...ALL, json: true }, context)));
    expect(document.warm).toMatchObject({ folder, deleted: true });
    expect(everything()).toEqual({ [settings]: theirs });
    expect(existsSync(warmOf(home))).toBe(false);
  });

  it('changes no settings that have no hook of ours', async () => {
    await enable.run(WARM, context);
    expect(existsSync(settings)).toBe(false);
    await disable.run(WARM, context);
    expect(everything()).toEqual({});
  });

  it('refuses a folder that is not ours, and one that was changed by hand', async () => {
    put(join(folder, 'hooks/hooks.json'), '{}');
    await expect(enable.run(WARM, context)).rejects.toMatchObject({ code: 'PLUGIN_FOREIGN' });
    expect(await told(disable.run(WARM, context))).toContain("is not Mementor's");
    rmSync(folder, { recursive: true });
    await enable.run(WARM, context);
    put(join(folder, 'hooks/hooks.json'), '{"hooks":{}}');
    const before = everything();
    await expect(disable.run(WARM, context)).rejects.toMatchObject({ code: 'PLUGIN_CHANGED' });
    expect(everything()).toEqual(before);
  });

  it('leaves what others put beside it, and knows its files without a receipt', async () => {
    await enable.run(WARM, context);
    put(join(folder, 'notes.md'), 'mine');
    rmSync(receiptPath(home, folder));
    expect(await told(disable.run(WARM, context))).toContain('kept     notes.md');
    expect(Object.keys(everything())).toEqual([join(folder, 'notes.md')]);
  });

  it('shows with --dry-run what it would do, and does nothing', async () => {
    await enable.run(ALL, context);
    const before = everything();
    expect(await told(enable.run({ ...WARM, dryRun: true }, context))).toContain(
      'hooks/hooks.json',
    );
    expect(everything()).toEqual(before);
    expect(existsSync(warmOf(home))).toBe(false);
  });
});

describe('doctor', () => {
  const check = async () => (await warmChecks(context)).map(({ status }) => status);

  it('sees that it is on, that a server has died, that it moved and that it is gone', async () => {
    expect(await check()).toEqual([]);
    await enable.run(WARM, context);
    expect(await check()).toEqual(['ok']);
    put(join(warmOf(home), String(process.pid)), `${process.pid}\n`);
    expect(await check()).toEqual(['ok']);
    const { pid } = spawnSync('true');
    put(join(warmOf(home), String(process.pid)), `${pid}\n`);
    const [dead] = await warmChecks(context);
    expect([dead?.status, dead?.detail]).toEqual(['warn', expect.stringContaining('1 session')]);
    const moved = { ...context, scriptPath: '/elsewhere/dist/cli.js' };
    expect((await warmChecks(moved)).map(({ status }) => status)).toEqual(['fail']);
    put(join(folder, '.mcp.json'), '{}');
    expect(await check()).toEqual(['warn']);
    rmSync(folder, { recursive: true });
    expect(await check()).toEqual(['warn']);
  });
});
