/** `mementor enable --mcp` and its undoing, on real folders. */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { serverChecks } from '../../src/agents/claude-code/checks/server.ts';
import { addCommand, ownServer } from '../../src/agents/claude-code/install/mcp-server.ts';
import { MCP_FILE, pluginFolder } from '../../src/agents/claude-code/install/plugin.ts';
import { claudeCodeInstallation } from '../../src/agents/claude-code/installation.ts';
import * as disable from '../../src/commands/disable.ts';
import * as enable from '../../src/commands/enable.ts';
import { type FakeContext, fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { program } from '../helpers/program.ts';

const ALL = { scope: 'user', dryRun: false, json: false } as const;
const MCP = { ...ALL, mcp: true } as const;
const HOOKS = { ...ALL, as: 'plugin' } as const;

let context: FakeContext;
let folder: string;

beforeEach(() => {
  context = fakeContext({ scriptPath: import.meta.filename });
  folder = pluginFolder('user', context);
});

/** Every file below the home directory with its text. */
function everything(): Record<string, string> {
  const entries = readdirSync(context.homedir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'utf8')]));
}

function put(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

async function told(run: Promise<unknown>): Promise<string> {
  await run;
  return context.stdout.text;
}

describe('enable --mcp', () => {
  it('writes a plugin that starts the server, and disable --mcp takes it out', async () => {
    const before = everything();
    expect(await told(enable.run(MCP, context))).toContain('claude mcp add --scope user mementor');
    expect(readdirSync(folder).sort()).toEqual(['.claude-plugin', MCP_FILE]);
    const { mementor } = JSON.parse(readFileSync(join(folder, MCP_FILE), 'utf8')).mcpServers;
    expect(mementor).toEqual({
      command: context.nodePath,
      args: [context.scriptPath, 'mcp'],
      env: { NODE_OPTIONS: '' },
    });
    const once = everything();
    await enable.run(MCP, context);
    expect(everything()).toEqual(once);
    await disable.run(MCP, context);
    expect(everything()).toEqual(before);
    expect(existsSync(dirname(folder))).toBe(false);
  });

  it('goes beside hooks in the settings, and disable takes both out', async () => {
    await enable.run(ALL, context);
    const before = everything();
    await enable.run(MCP, context);
    await enable.run(ALL, context);
    expect(await claudeCodeInstallation.trouble(context, [])).toBeUndefined();
    await disable.run(MCP, context);
    expect(everything()).toEqual(before);
    await enable.run(MCP, context);
    await disable.run(ALL, context);
    expect(everything()).toEqual({});
  });

  it('joins hooks in the plugin, and leaves them when it goes', async () => {
    const plugin = () => Object.entries(everything()).filter(([path]) => path.startsWith(folder));
    await enable.run(HOOKS, context);
    const before = plugin();
    await enable.run(MCP, context);
    expect(plugin().map(([path]) => path)).toEqual([
      join(folder, '.claude-plugin/plugin.json'),
      join(folder, MCP_FILE),
      join(folder, 'hooks/hooks.json'),
    ]);
    await disable.run(MCP, context);
    expect(plugin()).toEqual(before);
    await disable.run(ALL, context);
    expect(everything()).toEqual({});
  });

  it('stays when hooks join it', async () => {
    await enable.run(MCP, context);
    await enable.run(HOOKS, context);
    expect(ownServer(readFileSync(join(folder, MCP_FILE), 'utf8'))).toBeDefined();
    await disable.run(HOOKS, context);
    expect(everything()).toEqual({});
  });

  it('refuses a server file or a plugin that is not ours, and changes nothing', async () => {
    await enable.run(HOOKS, context);
    put(MCP_FILE, '{"mcpServers":{"other":{"command":"x"}}}');
    const before = everything();
    await expect(enable.run(MCP, context)).rejects.toMatchObject({ code: 'PLUGIN_FOREIGN' });
    await disable.run(MCP, context);
    expect(everything()).toEqual(before);
    await disable.run(HOOKS, context);
    expect(Object.keys(everything())).toEqual([join(folder, MCP_FILE)]);
    put('.claude-plugin/plugin.json', '{"name":"mementor"}');
    await expect(enable.run(MCP, context)).rejects.toMatchObject({ code: 'PLUGIN_FOREIGN' });
  });

  it('does not remove a server file that was edited since', async () => {
    await enable.run(MCP, context);
    put(MCP_FILE, '{"mcpServers":{"mementor":{"command":"x","args":["y","mcp"],"env":{}}}}');
    const before = everything();
    await expect(disable.run(ALL, context)).rejects.toMatchObject({ code: 'PLUGIN_CHANGED' });
    expect(everything()).toEqual(before);
  });

  it('leaves what others put beside it', async () => {
    await enable.run(MCP, context);
    put('notes.md', 'mine');
    await disable.run(MCP, context);
    expect(Object.keys(everything())).toEqual([join(folder, 'notes.md')]);
  });

  it('shows with --dry-run what it would do, and does nothing', async () => {
    expect(await told(enable.run({ ...MCP, dryRun: true }, context))).toContain(MCP_FILE);
    expect(everything()).toEqual({});
  });

  it('says in JSON what it did', async () => {
    const document = JSON.parse(await told(enable.run({ ...MCP, json: true }, context)));
    expect(document).toMatchObject({ as: 'plugin', mcp: true, folder, changed: true });
  });
});

describe('doctor', () => {
  const check = async () => (await serverChecks(context)).map(({ name, status }) => [name, status]);

  it('says nothing of a server that was never installed', async () => {
    await enable.run(ALL, context);
    expect(await check()).toEqual([]);
  });

  it('sees that it is on, that Node or Mementor moved, and that it is gone', async () => {
    await enable.run(MCP, context);
    expect(await check()).toEqual([['mcp', 'ok']]);
    put(
      MCP_FILE,
      readFileSync(join(folder, MCP_FILE), 'utf8').replace(context.nodePath, '/no/node'),
    );
    expect(await check()).toEqual([['mcp', 'fail']]);
    context = { ...context, scriptPath: '/elsewhere/dist/cli.js', stdout: fakeOutput() };
    await enable.run(MCP, context);
    expect(await check()).toEqual([['mcp', 'fail']]);
    rmSync(join(folder, MCP_FILE));
    expect(await check()).toEqual([['mcp', 'warn']]);
    await enable.run(MCP, context);
    expect(existsSync(join(folder, MCP_FILE))).toBe(true);
  });

  it('sees a plugin that is switched off', async () => {
    await enable.run(MCP, context);
    const settings = join(context.homedir, '.claude/settings.json');
    writeFileSync(settings, '{"enabledPlugins":{"mementor@skills-dir":false}}');
    expect(await check()).toEqual([['mcp', 'warn']]);
  });
});

describe('the server file', () => {
  it.each([
    ['{}', false],
    ['nonsense', false],
    ['{"mcpServers":{"mementor":{"command":"node","args":["cli.js","mcp"]}}}', true],
    ['{"mcpServers":{"mementor":{"command":"node","args":["cli.js","drain"]}}}', false],
    ['{"mcpServers":{"mementor":{"command":"node","args":["cli.js","mcp"]},"b":{}}}', false],
    ['{"mcpServers":{"mementor":{"command":"node","args":["cli.js","mcp"]}},"x":1}', false],
  ])('%s is ours: %s', (text, isOurs) => {
    expect(ownServer(text) !== undefined).toBe(isOurs);
  });

  it('is told to older clients in words that a shell takes', () => {
    const installed = program({ nodePath: '/a b/node', scriptPath: '/c/cli.js' });
    expect(addCommand(installed)).toBe(
      "claude mcp add --scope user mementor -- '/a b/node' /c/cli.js mcp",
    );
    expect(addCommand({ ...installed, home: '/m m' })).toBe(
      "claude mcp add --scope user -e 'MEMENTOR_HOME=/m m' mementor -- '/a b/node' /c/cli.js mcp",
    );
  });
});
