/** `enable --skill` and its undoing, on real folders. */

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { skillChecks } from '../../src/agents/claude-code/checks/skill.ts';
import { pluginFolder } from '../../src/agents/claude-code/install/plugin.ts';
import { SKILL_FILE, SKILL_FILES, skillFiles } from '../../src/agents/claude-code/install/skill.ts';
import { claudeCodeInstallation } from '../../src/agents/claude-code/installation.ts';
import * as disable from '../../src/commands/disable.ts';
import * as enable from '../../src/commands/enable.ts';
import { homeOf, receiptsOf } from '../../src/home/paths.ts';
import { tokensIn } from '../../src/text/tokens.ts';
import { type FakeContext, fakeContext, fakeOutput } from '../helpers/fake-context.ts';

const ALL = { scope: 'user', dryRun: false, json: false } as const;
const SKILL = { ...ALL, skill: true } as const;
const MCP = { ...ALL, mcp: true } as const;
const HOOKS = { ...ALL, as: 'plugin' } as const;
const RECALL = 'commands/recall.md';

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

function ofPlugin(): (readonly [path: string, text: string])[] {
  const files = Object.entries(everything()).filter(([path]) => path.startsWith(folder));
  return files.map(([path, text]) => [path.slice(folder.length + 1), text] as const);
}

function inPlugin(): string[] {
  return ofPlugin().map(([path]) => path);
}

function put(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

async function told(run: Promise<unknown>): Promise<string> {
  context.stdout = fakeOutput();
  await run;
  return context.stdout.text;
}

describe('enable --skill', () => {
  it('writes the skill and the commands, and disable --skill takes them out', async () => {
    const before = everything();
    const text = await told(enable.run(SKILL, context));
    expect(text).toContain('/mementor:recall');
    expect(text).toContain('mementor disable --skill');
    expect(inPlugin()).toEqual(['.claude-plugin/plugin.json', ...SKILL_FILES].sort());
    const once = everything();
    expect(await told(enable.run(SKILL, context))).toContain('are already enabled');
    expect(everything()).toEqual(once);
    await disable.run(SKILL, context);
    expect(everything()).toEqual(before);
    expect(existsSync(dirname(folder))).toBe(false);
  });

  it('comes and goes beside the tools and the hooks', async () => {
    await enable.run(MCP, context);
    const tools = ofPlugin();
    await enable.run(SKILL, context);
    await disable.run(SKILL, context);
    expect(ofPlugin()).toEqual(tools);
    expect(existsSync(join(folder, 'commands'))).toBe(false);
    await enable.run(SKILL, context);
    await enable.run(HOOKS, context);
    const files = inPlugin();
    await disable.run(MCP, context);
    expect(inPlugin()).toEqual(files.filter((path) => path !== '.mcp.json'));
    await disable.run(ALL, context);
    expect(everything()).toEqual({});
  });

  it('is no hook: the settings may have these', async () => {
    await enable.run(SKILL, context);
    await enable.run(ALL, context);
    expect(await claudeCodeInstallation.trouble(context, [])).toBeUndefined();
    expect((await claudeCodeInstallation.states(context)).plugin).toBe('off');
    await disable.run(ALL, context);
    expect(everything()).toEqual({});
  });

  it('leaves what a person changed, and says so', async () => {
    await enable.run(SKILL, context);
    put(RECALL, 'mine');
    expect(await told(enable.run(SKILL, context))).toContain(`left     ${RECALL}`);
    expect(readFileSync(join(folder, RECALL), 'utf8')).toBe('mine');
    expect(await told(disable.run(SKILL, context))).toContain(`kept     ${RECALL}`);
    expect(inPlugin()).toEqual([RECALL]);
    expect(Object.keys(everything())).toHaveLength(1);
  });

  it('leaves a changed file also when other parts stay', async () => {
    await enable.run(MCP, context);
    await enable.run(SKILL, context);
    put(RECALL, 'mine');
    const document = JSON.parse(await told(disable.run({ ...SKILL, json: true }, context)));
    expect(document.plugin).toMatchObject({ changed: true, deleted: false, kept: [RECALL] });
    expect(inPlugin()).toEqual(['.claude-plugin/plugin.json', '.mcp.json', RECALL]);
  });

  it('knows its files without a receipt, and those of an earlier installation by it', async () => {
    await enable.run(SKILL, context);
    rmSync(receiptsOf(homeOf(context)), { recursive: true });
    await disable.run(SKILL, context);
    expect(everything()).toEqual({});
    await enable.run(SKILL, context);
    context = { ...context, scriptPath: '/elsewhere/dist/cli.js' };
    await enable.run(SKILL, context);
    expect(readFileSync(join(folder, SKILL_FILE), 'utf8')).toContain('/elsewhere/dist/cli.js');
    await disable.run(SKILL, context);
    expect(everything()).toEqual({});
  });

  it('shows with --dry-run what it would do, and does nothing', async () => {
    expect(await told(enable.run({ ...SKILL, dryRun: true }, context))).toContain(SKILL_FILE);
    expect(everything()).toEqual({});
    await enable.run(SKILL, context);
    const before = everything();
    expect(await told(disable.run({ ...SKILL, dryRun: true }, context))).toContain(RECALL);
    expect(everything()).toEqual(before);
  });

  it('says in JSON what it did', async () => {
    const document = JSON.parse(await told(enable.run({ ...SKILL, json: true }, context)));
    expect(document).toMatchObject({ as: 'plugin', skill: true, left: [], folder, changed: true });
  });
});

describe('doctor', () => {
  const check = async () => (await skillChecks(context)).map(({ name, status }) => [name, status]);

  it('says nothing of a skill that was never installed', async () => {
    await enable.run(MCP, context);
    expect(await check()).toEqual([]);
  });

  it('sees that it is on, changed, incomplete, gone and switched off', async () => {
    await enable.run(SKILL, context);
    expect(await check()).toEqual([['skill', 'ok']]);
    put(RECALL, 'mine');
    const [changed] = await skillChecks(context);
    expect([changed?.status, changed?.detail]).toEqual(['ok', expect.stringContaining(RECALL)]);
    unlinkSync(join(folder, SKILL_FILE));
    expect(await check()).toEqual([['skill', 'warn']]);
    await enable.run(SKILL, context);
    const moved = { ...context, scriptPath: '/elsewhere/dist/cli.js' };
    expect((await skillChecks(moved)).map(({ status }) => status)).toEqual(['warn']);
    const settings = join(context.homedir, '.claude/settings.json');
    writeFileSync(settings, '{"enabledPlugins":{"mementor@skills-dir":false}}');
    expect(await check()).toEqual([['skill', 'warn']]);
  });
});

describe('the texts', () => {
  const paths = { nodePath: '/usr/bin/node', scriptPath: '/home/ada/mementor/dist/cli.js' };
  const textOf = (path: string, of = paths) =>
    skillFiles(of).find((file) => file.path === path)?.text ?? '';

  it('cost at most 250 tokens for the skill', () => {
    expect(tokensIn(textOf(SKILL_FILE))).toBeLessThanOrEqual(250);
    expect(textOf(SKILL_FILE)).toContain(`Bash(${paths.nodePath} ${paths.scriptPath} query:*)`);
    const long = { ...paths, scriptPath: `/home/${'a'.repeat(60)}/mementor/dist/cli.js` };
    expect(tokensIn(textOf(SKILL_FILE, long))).toBeLessThanOrEqual(250);
    expect(textOf(SKILL_FILE, long)).not.toContain('Bash(');
  });

  it('name the program so that a shell takes it, and no rule for odd paths', () => {
    const odd = { ...paths, nodePath: '/opt/a (b)/node' };
    expect(textOf(RECALL, odd)).toContain("'/opt/a (b)/node' /home/ada");
    expect(textOf(RECALL, odd)).not.toContain('allowed-tools');
    expect(textOf(RECALL)).toContain('$ARGUMENTS');
  });
});
