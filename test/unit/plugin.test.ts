/** `mementor enable --as plugin` and its undoing, on real folders. */

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { HOOK_EVENTS, hooksOf } from '../../src/agents/claude-code/install/hook-command.ts';
import {
  HOOKS_FILE,
  isOwnForm,
  isUpToDate,
  MANIFEST,
  ownCommands,
  pluginFiles,
  pluginFolder,
} from '../../src/agents/claude-code/install/plugin.ts';
import { installPlugin, readPlugin } from '../../src/agents/claude-code/install/plugin-folder.ts';
import { settingsPath } from '../../src/agents/claude-code/paths.ts';
import { readReceipt, receiptPath } from '../../src/agents/settings-file/receipt.ts';
import { enableIn } from '../../src/agents/settings-file/settings-edit.ts';
import { sha256 } from '../../src/agents/settings-file/undo.ts';
import * as disable from '../../src/commands/disable.ts';
import * as enable from '../../src/commands/enable.ts';
import { homeOf } from '../../src/home/paths.ts';
import { type FakeContext, fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { shownPath } from '../helpers/shown-path.ts';

const SETTINGS = { scope: 'user', dryRun: false, json: false } as const;
const USER = { ...SETTINGS, as: 'plugin' } as const;
const PROJECT = { ...USER, scope: 'project' } as const;

let context: FakeContext;
let folder: string;
let home: string;

beforeEach(() => {
  context = fakeContext();
  folder = pluginFolder('user', context);
  home = homeOf(context);
});

function put(text: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function get(path: string): string {
  return readFileSync(join(folder, path), 'utf8');
}

/** All below a folder: directories as null, files with their text. */
function tree(root: string): Record<string, string | null> {
  if (!existsSync(root)) return {};
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(
    paths.map((path) => {
      const isFile = statSync(join(root, path)).isFile();
      return [path, isFile ? readFileSync(join(root, path), 'utf8') : null];
    }),
  );
}

type Command = { run: typeof enable.run };

/** Runs a command with fresh streams, and returns what it printed. */
async function printed(command: Command, options: Parameters<typeof enable.run>[0]) {
  const fresh = { ...context, stdout: fakeOutput(), stderr: fakeOutput() };
  expect(await command.run(options, fresh)).toBe(0);
  return fresh.stdout.text + fresh.stderr.text;
}

describe('the files', () => {
  it('hold the hooks of the settings form', () => {
    const hooks = hooksOf(context);
    const [manifest, file] = pluginFiles(hooks, '1.2.3');
    expect(manifest?.path).toBe('.claude-plugin/plugin.json');
    expect(JSON.parse(manifest?.text ?? '')).toEqual({
      name: 'mementor',
      version: '1.2.3',
      description: expect.any(String),
    });
    expect(file?.path).toBe('hooks/hooks.json');
    const settings = enableIn(undefined, hooks, { file: 'settings.json' }).text;
    expect(JSON.parse(file?.text ?? '')).toEqual(JSON.parse(settings));
    expect(Object.keys(JSON.parse(file?.text ?? '').hooks)).toEqual(HOOK_EVENTS);
  });

  it('are known again, of any installation and in any layout', () => {
    const paths = fc.constantFrom('/opt/mementor', '/opt/m n/mementor-1.0', '/é/mementor/2026');
    fc.assert(
      fc.property(paths, fc.constantFrom(0, 1, 4), (path, indent) => {
        const hooks = hooksOf(context);
        const other = hooksOf({ ...context, scriptPath: `${path}/dist/cli.js` });
        for (const file of pluginFiles(other, undefined)) {
          const text = JSON.stringify(JSON.parse(file.text), null, indent);
          expect(isOwnForm({ ...file, text }, hooks)).toBe(true);
        }
        const text = pluginFiles(other, undefined)[1]?.text;
        expect(ownCommands(text, hooks)).toHaveLength(HOOK_EVENTS.length);
        expect(isUpToDate(text, other)).toBe(true);
        expect(isUpToDate(text, hooks)).toBe(
          other.wanted.Stop.command === hooks.wanted.Stop.command,
        );
      }),
    );
  });

  it.each([
    [MANIFEST, '{"name":"mementor","author":{"name":"me"}}'],
    [MANIFEST, '{"name":"memento"}'],
    [MANIFEST, '['],
    [HOOKS_FILE, '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"true"}]}]}}'],
    [HOOKS_FILE, '{"hooks":{"Stop":[{"matcher":"x","hooks":[]}]}}'],
    [HOOKS_FILE, '{"hooks":{},"more":1}'],
    [HOOKS_FILE, 'null'],
    ['README.md', '{}'],
  ])('are not ours when they hold more: %s %s', (path, text) => {
    expect(isOwnForm({ path, text }, hooksOf(context))).toBe(false);
  });
});

describe('enable --as plugin', () => {
  it('tells what it did, how to undo it, and what it needs', async () => {
    const text = await printed(enable, USER);
    expect(text).toContain(`Enabled Mementor as a plugin in ${shownPath(folder, context)}`);
    expect(text).toContain(`added    ${MANIFEST}, ${HOOKS_FILE}`);
    expect(text).toContain('mementor disable\n');
    expect(text).toContain('2.1.157 or newer');
    expect(text).toContain('/reload-plugins');
    expect(text).not.toContain('Note:');
    expect(Object.keys(tree(folder))).toEqual(['.claude-plugin', MANIFEST, 'hooks', HOOKS_FILE]);
    expect(tree(dirname(folder))).not.toHaveProperty('settings.json');
    expect(existsSync(settingsPath('user', context))).toBe(false);
    expect(statSync(join(folder, HOOKS_FILE)).mode & 0o777).toBe(0o666 & ~process.umask());
    expect(statSync(folder).mode & 0o777).toBe(0o777 & ~process.umask());
  });

  it('is the same twice as once', async () => {
    await enable.run(USER, context);
    const once = tree(context.homedir);
    expect(await printed(enable, USER)).toContain('already enabled');
    expect(tree(context.homedir)).toEqual(once);
    expect(JSON.parse(await printed(enable, { ...USER, json: true }))).toMatchObject({
      changed: false,
      created: false,
      added: [],
      updated: [],
    });
  });

  it('lists the files on a dry run, and writes nothing', async () => {
    const before = tree(context.homedir);
    const text = await printed(enable, { ...USER, dryRun: true });
    expect(text).toContain(`Would add 2 files to ${shownPath(folder, context)}, a new folder: `);
    expect(text).toContain('Nothing was written');
    expect(tree(context.homedir)).toEqual(before);
  });

  it('prints one JSON document on request', async () => {
    expect(JSON.parse(await printed(enable, { ...USER, json: true }))).toEqual({
      version: 1,
      agent: 'claude-code',
      as: 'plugin',
      folder,
      scope: 'user',
      dryRun: false,
      changed: true,
      created: true,
      added: [MANIFEST, HOOKS_FILE],
      updated: [],
      mixed: [],
    });
  });

  it('keeps a private receipt with the hashes before and after', async () => {
    await enable.run(USER, context);
    const first = readReceipt(home, folder);
    expect(first?.files).toEqual(
      [MANIFEST, HOOKS_FILE].map((path) => ({ path, before: null, after: sha256(get(path)) })),
    );
    expect(first?.createdFolder).toBe(join(context.homedir, '.claude'));
    expect(statSync(receiptPath(home, folder)).mode & 0o777).toBe(0o600);
    expect(first?.undo).toBeUndefined();
    context = { ...context, scriptPath: '/elsewhere/dist/cli.js' };
    await enable.run(USER, context);
    const second = readReceipt(home, folder);
    expect(second?.files?.map((file) => file.before)).toEqual(
      first?.files?.map((file) => file.after),
    );
    expect(second?.createdFolder).toBe(first?.createdFolder);
  });

  it('updates the path of an installation that has moved, and keeps what a person added', async () => {
    context = { ...context, scriptPath: '/somewhere/dist/cli.js' };
    await enable.run(USER, context);
    chmodSync(join(folder, HOOKS_FILE), 0o640);
    put('mine', join(folder, 'notes.md'));
    context = { ...context, scriptPath: '/elsewhere/dist/cli.js' };
    const dry = await printed(enable, { ...USER, dryRun: true });
    expect(dry).toContain(`Would update 1 file in ${shownPath(folder, context)}: ${HOOKS_FILE}\n`);
    expect(await printed(enable, USER)).toContain(`updated  ${HOOKS_FILE}\n`);
    expect(get(HOOKS_FILE)).toContain('/elsewhere');
    expect(get(HOOKS_FILE)).not.toContain('/somewhere');
    expect(get('notes.md')).toBe('mine');
    expect(statSync(join(folder, HOOKS_FILE)).mode & 0o777).toBe(0o640);
  });

  it('repairs a plugin that lacks its hooks', async () => {
    await enable.run(USER, context);
    const whole = tree(folder);
    rmSync(join(folder, 'hooks'), { recursive: true });
    expect(await printed(enable, USER)).toContain(`added    ${HOOKS_FILE}`);
    expect(tree(folder)).toEqual(whole);
  });

  it.each([
    ['a skill of that name', 'SKILL.md', '---\nname: mementor\n---\n'],
    ['a plugin of that name', MANIFEST, '{"name":"mementor"}'],
    ['a file', '', 'x'],
  ])('refuses %s, and leaves it as it is', async (_, path, text) => {
    put(text, path === '' ? folder : join(folder, path));
    const before = tree(context.homedir);
    const claude = tree(join(context.homedir, '.claude'));
    for (const dryRun of [true, false]) {
      await expect(enable.run({ ...USER, dryRun }, context)).rejects.toMatchObject({
        code: 'PLUGIN_FOREIGN',
        message: expect.stringContaining(folder),
        hint: expect.stringContaining('rename'),
      });
    }
    expect(await printed(disable, USER)).toContain(
      `${shownPath(folder, context)} is not Mementor's`,
    );
    expect(tree(context.homedir)).toEqual(before);
    expect(await printed(enable, SETTINGS)).toContain('Enabled');
    expect(await printed(disable, SETTINGS)).toContain('Disabled');
    expect(tree(join(context.homedir, '.claude'))).toEqual(claude);
  });

  it('refuses hooks that a person has changed, and so does disable', async () => {
    await enable.run(USER, context);
    const { hooks } = JSON.parse(get(HOOKS_FILE));
    const mine = [{ hooks: [{ type: 'command', command: 'true' }] }];
    put(JSON.stringify({ hooks: { ...hooks, Notification: mine } }), join(folder, HOOKS_FILE));
    context = { ...context, scriptPath: '/elsewhere/dist/cli.js' };
    const before = tree(context.homedir);
    for (const command of [enable, disable]) {
      await expect(command.run(USER, context)).rejects.toMatchObject({
        code: 'PLUGIN_CHANGED',
        message: expect.stringContaining(HOOKS_FILE),
      });
    }
    expect(tree(context.homedir)).toEqual(before);
  });

  it('has a project scope, and no local one', async () => {
    const text = await printed(enable, PROJECT);
    expect(text).toContain('mementor disable --project');
    expect(text).toContain('trusted');
    expect(existsSync(join(context.cwd, '.claude/skills/mementor', MANIFEST))).toBe(true);
    expect(existsSync(folder)).toBe(false);
    for (const command of [enable, disable]) {
      await expect(command.run({ ...USER, scope: 'local' }, context)).rejects.toMatchObject({
        code: 'PLUGIN_NOT_LOCAL',
        hint: expect.stringContaining('leave out `--local`'),
      });
    }
  });

  it('refuses the home directory as a project', async () => {
    context = { ...context, cwd: context.homedir };
    await expect(enable.run(PROJECT, context)).rejects.toMatchObject({ code: 'SCOPE_IS_HOME' });
    expect(existsSync(folder)).toBe(false);
  });

  it('works behind a symbolic link, with blanks and letters of the world', async () => {
    const real = join(context.homedir, 'dot files/clâude ☕');
    mkdirSync(real, { recursive: true });
    symlinkSync(real, join(context.homedir, 'link'));
    context = { ...context, env: { CLAUDE_CONFIG_DIR: join(context.homedir, 'link') } };
    await enable.run(USER, context);
    expect(existsSync(join(real, 'skills/mementor', MANIFEST))).toBe(true);
    await disable.run(USER, context);
    expect(tree(real)).toEqual({});
    expect(realpathSync(join(context.homedir, 'link'))).toBe(real);
  });

  it('works through a link to the folder itself', async () => {
    await enable.run(USER, context);
    const moved = join(context.homedir, 'dotfiles-plugin');
    renameSync(folder, moved);
    symlinkSync(moved, folder);
    context = { ...context, scriptPath: '/elsewhere/dist/cli.js' };
    await enable.run(USER, context);
    expect(readFileSync(join(moved, HOOKS_FILE), 'utf8')).toContain('/elsewhere');
    rmSync(moved, { recursive: true });
    await expect(enable.run(USER, context)).rejects.toMatchObject({ code: 'PLUGIN_FOREIGN' });
  });

  it('goes on without a receipt when none can be kept', async () => {
    put('', join(home, 'receipts'));
    expect(await printed(enable, USER)).toContain('warning: no receipt');
    expect(await printed(disable, USER)).toContain('Disabled');
    expect(existsSync(folder)).toBe(false);
  });

  it('says what is in the way', async () => {
    put('x', dirname(folder));
    await expect(enable.run(USER, context)).rejects.toMatchObject({ code: 'PLUGIN_UNWRITABLE' });
    expect(readFileSync(dirname(folder), 'utf8')).toBe('x');
  });

  it('loses to whoever makes the folder first, and leaves nothing behind', async () => {
    const hooks = hooksOf(context);
    const missing = await readPlugin(folder, context);
    put('mine', join(folder, 'SKILL.md'));
    const before = tree(context.homedir);
    await expect(installPlugin(missing, pluginFiles(hooks, '1'))).rejects.toMatchObject({
      code: 'PLUGIN_UNWRITABLE',
    });
    expect(tree(context.homedir)).toEqual(before);
  });
});

describe('the two forms', () => {
  it.each(['user', 'project', 'local'] as const)(
    'a plugin is refused besides %s settings',
    async (scope) => {
      await enable.run({ ...SETTINGS, scope }, context);
      const before = tree(context.homedir);
      const flag = scope === 'user' ? '' : ` --${scope}`;
      for (const options of [USER, PROJECT, { ...USER, dryRun: true }]) {
        await expect(enable.run(options, context)).rejects.toMatchObject({
          code: 'ENABLED_AS_SETTINGS',
          message: expect.stringContaining(settingsPath(scope, context)),
          hint: `run \`mementor disable${flag}\` first`,
        });
      }
      expect(tree(context.homedir)).toEqual(before);
    },
  );

  it.each([
    [USER, 'mementor disable'],
    [PROJECT, 'mementor disable --project'],
  ])('settings are refused besides a plugin: %j', async (options, undo) => {
    await enable.run(options, context);
    const before = tree(context.homedir);
    for (const scope of ['user', 'project', 'local'] as const) {
      await expect(enable.run({ ...SETTINGS, scope }, context)).rejects.toMatchObject({
        code: 'ENABLED_AS_PLUGIN',
        message: expect.stringContaining('twice'),
        hint: `run \`${undo}\` first`,
      });
    }
    expect(tree(context.homedir)).toEqual(before);
  });

  it('a plugin is refused besides settings that nobody can read', async () => {
    put('{,}', settingsPath('project', context));
    await expect(enable.run(USER, context)).rejects.toMatchObject({ code: 'SETTINGS_INVALID' });
    expect(existsSync(folder)).toBe(false);
  });

  it('names every settings file to disable, the home directory’s once', async () => {
    await enable.run({ ...SETTINGS, scope: 'local' }, context);
    await enable.run(SETTINGS, context);
    await expect(enable.run(USER, context)).rejects.toMatchObject({
      hint: 'run `mementor disable` and `mementor disable --local` first',
    });
    context = { ...context, cwd: context.homedir };
    await expect(enable.run(USER, context)).rejects.toMatchObject({
      hint: 'run `mementor disable` first',
    });
  });

  it('disable removes whichever is there, or only the one that it is told', async () => {
    put('{}\n', settingsPath('user', context));
    const before = tree(join(context.homedir, '.claude'));
    // As by an older Mementor, which knew no plugin.
    await enable.run(USER, context);
    const text = enableIn('{}\n', hooksOf(context), { file: '' }).text;
    put(text, settingsPath('user', context));
    const dry = await printed(disable, { ...SETTINGS, dryRun: true });
    expect(dry).toContain(`would change ${shownPath(settingsPath('user', context), context)}`);
    expect(dry).toContain(
      `would delete ${shownPath(folder, context)}\n- ${MANIFEST}\n- ${HOOKS_FILE}\nNothing`,
    );
    const both = tree(join(context.homedir, '.claude'));
    await disable.run(USER, context);
    expect(readFileSync(settingsPath('user', context), 'utf8')).toBe(text);
    expect(existsSync(folder)).toBe(false);
    await disable.run(SETTINGS, context);
    await enable.run(USER, context);
    put(text, settingsPath('user', context));
    expect(tree(join(context.homedir, '.claude'))).toEqual(both);
    await disable.run({ ...SETTINGS, as: 'settings' }, context);
    expect(existsSync(folder)).toBe(true);
    put(text, settingsPath('user', context));
    const document = JSON.parse(await printed(disable, { ...SETTINGS, json: true }));
    expect(document).toEqual({
      version: 1,
      file: settingsPath('user', context),
      scope: 'user',
      dryRun: false,
      changed: true,
      deleted: false,
      mixed: [],
      removed: HOOK_EVENTS,
      plugin: { folder, changed: true, deleted: true, removed: [MANIFEST, HOOKS_FILE], kept: [] },
      memories: null,
      others: [],
    });
    expect(tree(join(context.homedir, '.claude'))).toEqual(before);
  });
});

describe('disable', () => {
  it('leaves the tree as it was before enable', async () => {
    const name = fc.constantFrom('other', 'thé', 'a b', '.hidden', 'mementor-notes');
    const scopes = fc.constantFrom(USER, PROJECT);
    const cases = fc.record({
      others: fc.array(name, { maxLength: 3 }),
      options: scopes,
      moves: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(cases, async ({ others, options, moves }) => {
        const fresh = fakeContext();
        const skills = dirname(pluginFolder(options.scope, fresh));
        for (const other of others) put('x', join(skills, other, 'SKILL.md'));
        const before = tree(fresh.homedir);
        await enable.run(options, fresh);
        const last = moves ? { ...fresh, scriptPath: '/other/mementor/dist/cli.js' } : fresh;
        if (moves) await enable.run(options, last);
        await disable.run({ ...options, as: undefined }, last);
        const after = tree(fresh.homedir);
        // Mementor's own folder, where the receipt was, stays for the memories.
        for (const path of ['.local', '.local/share', '.local/share/mementor']) delete after[path];
        expect(after).toEqual(before);
      }),
      { numRuns: 30 },
    );
  });

  it('tells what it removed', async () => {
    await enable.run(USER, context);
    const text = await printed(disable, SETTINGS);
    expect(text).toContain(
      `Disabled Mementor as a plugin in ${shownPath(folder, context)} (deleted)`,
    );
    expect(text).toContain(`removed  ${MANIFEST}, ${HOOKS_FILE}`);
    expect(tree(home)).toEqual({});
    const nothing = await printed(disable, SETTINGS);
    expect(nothing).toContain(
      `there is no ${shownPath(settingsPath('user', context), context)}, and there is no plugin`,
    );
  });

  it('keeps and names what a person added', async () => {
    await enable.run(USER, context);
    for (const path of ['skills/x/SKILL.md', 'a', 'b', 'c', 'd', 'hooks/e']) {
      put(path, join(folder, path));
    }
    const dry = await printed(disable, { ...USER, dryRun: true });
    expect(dry).toContain(`would change ${shownPath(folder, context)}`);
    expect(dry).toContain('kept     a, b, c, d, hooks/e, 1 more (changed by you, or not Mementor');
    const { plugin } = JSON.parse(await printed(disable, { ...USER, json: true }));
    expect(plugin).toMatchObject({ deleted: false, kept: expect.arrayContaining(['hooks/e']) });
    expect(existsSync(join(folder, '.claude-plugin'))).toBe(false);
    expect(existsSync(join(folder, HOOKS_FILE))).toBe(false);
    expect(get('hooks/e')).toBe('hooks/e');
  });

  it('takes up a removal that stopped half-way', async () => {
    await enable.run(USER, context);
    rmSync(join(folder, HOOKS_FILE));
    expect(await printed(disable, USER)).toContain('Disabled');
    expect(existsSync(join(context.homedir, '.claude'))).toBe(false);
  });

  it('knows an installation in another folder without a receipt', async () => {
    await enable.run(USER, { ...context, scriptPath: '/other/mementor/dist/cli.js' });
    rmSync(receiptPath(home, folder));
    await disable.run(USER, context);
    expect(existsSync(folder)).toBe(false);
  });

  it('never follows a receipt out of the folder', async () => {
    await enable.run(USER, context);
    const victim = join(context.homedir, 'project/keep');
    put('x', victim);
    const path = receiptPath(home, folder);
    const receipt = JSON.parse(readFileSync(path, 'utf8'));
    for (const evil of ['../../../project/keep', victim, 'a/../../x', '']) {
      const file = { path: evil, before: null, after: sha256('x') };
      writeFileSync(path, JSON.stringify({ ...receipt, files: [...receipt.files, file] }));
      expect(readReceipt(home, folder)).toBeUndefined();
    }
    await disable.run(USER, context);
    expect(existsSync(folder)).toBe(false);
    expect(readFileSync(victim, 'utf8')).toBe('x');
  });

  it.skipIf(process.getuid?.() === 0)('says when it may not', async () => {
    await enable.run(USER, context);
    chmodSync(join(folder, 'hooks'), 0o500);
    await expect(disable.run(USER, context)).rejects.toMatchObject({
      code: 'PLUGIN_UNWRITABLE',
      hint: expect.stringContaining('writable'),
    });
    chmodSync(join(folder, 'hooks'), 0o700);
    expect(existsSync(join(folder, MANIFEST))).toBe(true);
  });
});
