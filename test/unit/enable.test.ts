/** `mementor enable` and `mementor disable` on real files in temporary folders. */

import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { HOOK_EVENTS } from '../../src/agents/claude-code/install/hook-command.ts';
import { settingsPath } from '../../src/agents/claude-code/paths.ts';
import { receiptPath } from '../../src/agents/settings-file/receipt.ts';
import { readSettings, writeSettings } from '../../src/agents/settings-file/settings.ts';
import * as disable from '../../src/commands/disable.ts';
import * as enable from '../../src/commands/enable.ts';
import { homeOf } from '../../src/home/paths.ts';
import { style } from '../../src/process/style.ts';
import { type FakeContext, fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { remember, writeTranscript } from '../helpers/remembered.ts';
import { shownPath } from '../helpers/shown-path.ts';

const USER = { scope: 'user', dryRun: false, json: false } as const;
const PROJECT = { ...USER, scope: 'project' } as const;
const ODD = '{ "model":"x",\n\n\t"hooks":{ "Stop":[] } }';

let context: FakeContext;
let file: string;
let home: string;

beforeEach(() => {
  context = fakeContext();
  file = settingsPath('user', context);
  home = homeOf(context);
});

function put(text: string | Buffer, path = file): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function get(path = file): string {
  return readFileSync(path, 'utf8');
}

/** Runs a command with fresh streams, and returns what it printed. */
async function printed(
  command: typeof enable | typeof disable,
  options: Parameters<typeof enable.run>[0],
) {
  const fresh = { ...context, stdout: fakeOutput(), stderr: fakeOutput() };
  expect(await command.run(options, fresh)).toBe(0);
  return fresh.stdout.text + fresh.stderr.text;
}

/** All entries below a folder. */
function tree(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
}

describe('enable', () => {
  it('tells what it did, how to undo it, and what comes next', async () => {
    put(ODD);
    const text = await printed(enable, USER);
    expect(text).toContain(`Enabled Mementor in ${shownPath(file, context)}`);
    for (const event of HOOK_EVENTS) expect(text).toContain(event);
    expect(text).toContain('mementor disable\n');

    expect(get()).toContain(
      ` || NODE_OPTIONS= \\"${process.execPath}\\" \\"/opt/mementor/dist/cli.js\\" hook stop || :; test `,
    );
    expect(await printed(enable, USER)).toContain('already enabled');
  });

  it.each(['user', 'project'] as const)(
    'does not promise what `disableAllHooks` in %s settings prevents',
    async (scope) => {
      const path = settingsPath(scope, context);
      put('{ "disableAllHooks": true }', path);
      const told = `The hooks will not run: \`disableAllHooks\` in ${shownPath(path, context)} switches all hooks off; remove it there.`;
      const plain = told.replaceAll('`', '');
      const dry = await printed(enable, { ...USER, dryRun: true });
      expect(dry).toContain(plain);
      const done = await printed(enable, USER);
      expect(done).toContain(plain);
      expect(done).not.toContain('conversations are stored from now on');
      const again = await printed(enable, USER);
      expect(again).toContain('already enabled');
      expect(again).toContain(plain);
      const { switchedOff } = JSON.parse(await printed(enable, { ...USER, json: true }));
      expect(switchedOff).toEqual({
        problem: `\`disableAllHooks\` in ${path} switches all hooks off`,
        fix: 'remove it there',
      });
      expect(await printed(enable, { ...USER, mcp: true })).not.toContain('will not run');
    },
  );

  it('writes nothing at all on a dry run, and shows the lines', async () => {
    const before = tree(context.homedir);
    const text = await printed(enable, { ...USER, dryRun: true });
    expect(text).toContain('+   "hooks": {');
    expect(tree(context.homedir)).toEqual(before);
    put('{\n  "a": 1,\n  "b": 2,\n  "c": 3,\n  "d": 4\n}\n');
    const change = await printed(enable, { ...USER, dryRun: true });
    expect(change).toContain(
      '  …\n    "b": 2,\n    "c": 3,\n-   "d": 4\n+   "d": 4,\n+   "hooks": {',
    );
    expect(change).not.toContain('"a"');
  });

  it('shows what is added to a file without line breaks, and only that', async () => {
    const allow = Array.from({ length: 60 }, (_, index) => `Bash(tool-${index}:*)`);
    put(JSON.stringify({ permissions: { allow }, model: 'opus' }));
    const before = get();
    const stdout = fakeOutput(true, 80);
    await enable.run({ ...USER, dryRun: true }, { ...context, stdout, env: { NO_COLOR: '1' } });
    const lines = stdout.text.split('\n');
    expect(stdout.text).toContain('Shown with line breaks; the file keeps its own form:\n');
    expect(stdout.text).not.toContain('tool-1:');
    expect(lines).toContain('+   "hooks": {');
    expect(lines).toContain('+     "SessionStart": [');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(get()).toBe(before);
  });

  it('prints one JSON document on request', async () => {
    const document = JSON.parse(await printed(enable, { ...USER, json: true }));
    expect(document).toEqual({
      version: 1,
      agent: 'claude-code',
      file,
      scope: 'user',
      dryRun: false,
      changed: true,
      created: true,
      added: HOOK_EVENTS,
      updated: [],
      mixed: [],
    });
  });

  it.skipIf(process.platform === 'win32')('refuses a Node that the doctor rejects', async () => {
    const nodePath = join(context.homedir, 'bin/node');
    put('#!/bin/sh\necho v18.20.4\n', nodePath);
    chmodSync(nodePath, 0o755);
    for (const path of [nodePath, join(context.homedir, 'none')]) {
      for (const options of [USER, { ...USER, dryRun: true }, { ...USER, as: 'plugin' as const }]) {
        const refused = enable.run(options, { ...context, nodePath: path });
        await expect(refused).rejects.toMatchObject({
          message: expect.stringContaining(path),
          hint: expect.stringContaining('20.19'),
        });
      }
    }
    expect(existsSync(file)).toBe(false);
    expect(existsSync(home)).toBe(false);
  });

  it('sums up a dry run before the change, with the note for a shared file', async () => {
    const summary = `Would add 5 hooks to ${shownPath(file, context)}, a new file: ${HOOK_EVENTS.join(', ')}\n`;
    expect((await printed(enable, { ...USER, dryRun: true })).startsWith(summary)).toBe(true);
    expect(await printed(enable, { ...PROJECT, dryRun: true })).toContain(
      'Note: this file is usually committed',
    );
    await enable.run(USER, context);
    const older = get().replaceAll('"timeout": 5', '"timeout": 1');
    put(older);
    expect(await printed(enable, { ...USER, dryRun: true })).toContain(
      `Would update 5 hooks in ${shownPath(file, context)}: ${HOOK_EVENTS.join(', ')}\n`,
    );
  });

  it.each([60, 80])('wraps to %s columns', async (columns) => {
    const stdout = fakeOutput(true, columns);
    await enable.run(USER, { ...context, stdout, env: { NO_COLOR: '1' } });
    const lines = stdout.text.split('\n').filter((line) => !line.includes(context.homedir));
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
    expect(stdout.text).toMatch(/\n {2}added {4}SessionStart/);
  });

  it('repairs hooks that were edited, and disable removes them', async () => {
    put('{}\n');
    await enable.run(USER, context);
    const edited = get().replaceAll('"timeout": 5', '"timeout": 1').replaceAll('/opt/', '/old/');
    put(edited);
    expect(edited).toContain('hook stop');
    expect(await printed(enable, USER)).toContain(`updated  ${HOOK_EVENTS.join(', ')}\n`);
    expect(get().match(/: mementor;.*hook stop/g)).toHaveLength(1);
    put(edited);
    await disable.run(USER, context);
    expect(get()).toBe('{}\n');
  });

  it('leaves hooks that were rewritten without our mark, and says so', async () => {
    await enable.run(USER, context);
    const edited = get().replaceAll(/: mementor; test .*? \|\| .*? \|\| \S+ /g, 'node ');
    put(edited);
    for (const event of HOOK_EVENTS) {
      const left = `left     ${event}: the command is not as Mementor writes it`;
      expect(await printed(enable, USER)).toContain(left);
      expect(await printed(disable, USER)).toContain(left);
    }
    expect(get()).toBe(edited);
  });

  it('leaves a command that runs other things too, and says so', async () => {
    const command = 'mementor hook stop; notify-send done';
    const text = `${JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] } }, null, 2)}\n`;
    put(text);
    const left = `left     Stop: the command is not as Mementor writes it; edit it in ${shownPath(file, context)}`;
    expect(await printed(enable, USER)).toContain(left);
    expect(await printed(enable, USER)).toContain(left);
    expect(await printed(disable, USER)).toContain(left);
    expect(get()).toBe(text);
    expect(await printed(disable, USER)).toContain(left);
  });

  it('updates the path of an installation that has moved', async () => {
    put(ODD);
    context = { ...context, scriptPath: '/somewhere/dist/cli.js' };
    await enable.run(USER, context);
    context = { ...context, scriptPath: '/elsewhere/dist/cli.js' };
    const text = await printed(enable, USER);
    expect(text).toContain(`updated  ${HOOK_EVENTS.join(', ')}`);
    expect(text).not.toContain('added');
    expect(get()).not.toContain('/somewhere');
    await disable.run(USER, context);
    expect(get()).toBe(ODD);
  });

  it('keeps the mode and follows a symbolic link', async () => {
    const target = join(context.homedir, 'dotfiles', 'claude.json');
    put('{}\n', target);
    chmodSync(target, 0o640);
    mkdirSync(dirname(file));
    symlinkSync('../dotfiles/claude.json', file);
    await enable.run(USER, context);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(statSync(target).mode & 0o777).toBe(0o640);
    expect(get(target)).toContain('hook stop');
    await disable.run(USER, context);
    expect(get(target)).toBe('{}\n');
    rmSync(target);
    await enable.run(USER, context);
    expect(get(target)).toContain('hook stop');
    await disable.run(USER, context);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(existsSync(target)).toBe(false);
  });

  it('keeps a private receipt', async () => {
    await enable.run(USER, context);
    const receipt = receiptPath(home, file);
    expect(statSync(receipt).mode & 0o777).toBe(0o600);
    expect(JSON.parse(get(receipt)).path).toBe(file);
    expect(tree(dirname(file))).toEqual(['settings.json']);
  });

  it('goes on without a receipt when none can be kept', async () => {
    put('{"a":1}');
    put('', join(home, 'receipts'));
    expect(await printed(enable, USER)).toContain('warning: no receipt');
    await disable.run(USER, context);
    expect(get()).toBe('{"a":1}');
  });

  it('refuses a home in which nothing can be stored, and changes nothing', async () => {
    put('{"a":1}');
    put('', join(context.homedir, 'not-a-folder'));
    context = { ...context, env: { MEMENTOR_HOME: join(context.homedir, 'not-a-folder') } };
    await expect(enable.run(USER, context)).rejects.toMatchObject({ code: 'HOME_UNWRITABLE' });
    expect(get()).toBe('{"a":1}');
  });

  it.each([
    ['an empty file', '', `settings.json:1:1: the file is empty`],
    ['a comment', '{ // x\n}', 'settings.json:1:3: a comment'],
    [
      'bytes that are no UTF-8',
      Buffer.from([0x7b, 0x0a, 0xff, 0x7d]),
      '2:1: the file is not valid UTF-8',
    ],
  ])('refuses %s and leaves it as it is', async (_, content, message) => {
    put(content);
    await expect(enable.run(USER, context)).rejects.toMatchObject({
      code: 'SETTINGS_INVALID',
      message: expect.stringContaining(message),
    });
    expect(readFileSync(file)).toEqual(Buffer.from(content));
    expect(existsSync(home)).toBe(false);
  });

  it('refuses to disable in a broken file that may hold a hook, and in no other', async () => {
    put('{ // x\n}');
    expect(await printed(disable, USER)).toContain(
      `Nothing to do: no hooks of Mementor in ${shownPath(file, context)}`,
    );
    for (const content of ['{ // mementor\n}', '{ "a": "node /x/cli.js hook stop", }']) {
      put(content);
      await expect(disable.run(USER, context)).rejects.toMatchObject({ code: 'SETTINGS_INVALID' });
      expect(get()).toBe(content);
    }
  });

  it('refuses the home directory as a project', async () => {
    context = { ...context, cwd: context.homedir };
    for (const scope of ['project', 'local'] as const) {
      await expect(enable.run({ ...USER, scope }, context)).rejects.toMatchObject({
        code: 'SCOPE_IS_HOME',
      });
    }
    expect(tree(context.homedir)).toEqual(['project']);
  });

  it.each(['project', 'local'] as const)('has a %s scope', async (scope) => {
    const options = { ...USER, scope };
    const text = await printed(enable, options);
    expect(text).toContain(`mementor disable --${scope}`);
    expect(text.includes('usually committed')).toBe(scope === 'project');
    expect(get(settingsPath(scope, context))).toContain('hook stop');
    expect(existsSync(file)).toBe(false);
  });
});

describe('disable', () => {
  it('restores the file byte for byte', async () => {
    put(ODD);
    await enable.run(USER, context);
    const text = await printed(disable, USER);
    expect(text).toContain(`Disabled Mementor in ${shownPath(file, context)}`);
    expect(text).not.toContain('Your memory');
    expect(get()).toBe(ODD);
    expect(tree(home)).toEqual([]);
    expect(await printed(disable, USER)).toContain('Nothing to do: no hooks of Mementor');
  });

  it('deletes the file and the folders that enable made', async () => {
    await enable.run(PROJECT, context);
    expect(await printed(disable, PROJECT)).toContain('deleted');
    expect(tree(context.cwd)).toEqual([]);
  });

  it('keeps a folder that holds something else by now, and one that was there before', async () => {
    const folder = join(context.cwd, '.claude');
    await enable.run(PROJECT, context);
    put('x', join(folder, 'notes'));
    await disable.run(PROJECT, context);
    expect(tree(folder)).toEqual(['notes']);
    rmSync(join(folder, 'notes'));
    await enable.run(PROJECT, context);
    await disable.run(PROJECT, context);
    expect(tree(context.cwd)).toEqual(['.claude']);
  });

  it('keeps what others wrote meanwhile', async () => {
    await enable.run(USER, context);
    writeFileSync(file, get().replace('{\n', '{\n  "model": "x",\n'));
    await disable.run(USER, context);
    expect(get()).toBe('{\n  "model": "x"\n}\n');
  });

  it('has nothing to do without a file', async () => {
    expect(await printed(disable, USER)).toContain('Nothing to do: there is no');
    const document = JSON.parse(await printed(disable, { ...USER, json: true }));
    expect(document).toMatchObject({ version: 1, changed: false, removed: [], memories: null });
  });

  it('says where the memory is that stays', async () => {
    remember(
      context,
      writeTranscript(context, { project: 'a', session: 's', prompts: ['rig it'] }),
    );
    await enable.run(USER, context);
    const text = await printed(disable, USER);
    expect(text).toContain(`Your memory is kept in ${shownPath(home, context)}`);
    const document = JSON.parse(await printed(disable, { ...USER, json: true }));
    expect(document).toMatchObject({ memories: home });
  });

  it('writes nothing on a dry run', async () => {
    put(ODD);
    await enable.run(USER, context);
    const before = [get(), tree(context.homedir)];
    const text = await printed(disable, { ...USER, dryRun: true });
    expect(text).toContain('would change');
    expect(text).toContain('- SessionStart hook\n');
    // The names of the hooks, and not the JSON.
    expect(text.split('\n').length).toBeLessThan(12);
    expect([get(), tree(context.homedir)]).toEqual(before);
  });

  it.each(['{', '{"version":1,"path":7}', '[]'])(
    'does without a damaged receipt: %s',
    async (text) => {
      put('{"a":1}');
      await enable.run(USER, context);
      writeFileSync(receiptPath(home, file), text);
      await disable.run(USER, context);
      expect(get()).toBe('{"a":1}');
    },
  );
});

describe('writeSettings', () => {
  it('refuses when the file has changed since it was read, and leaves no temporary file', async () => {
    put('{}');
    const read = await readSettings(file);
    writeFileSync(file, '{"a":1}');
    await expect(writeSettings(read, '{"b":2}')).rejects.toMatchObject({
      code: 'SETTINGS_CHANGED',
    });
    expect(get()).toBe('{"a":1}');
    expect(tree(dirname(file))).toEqual(['settings.json']);
  });

  it('refuses when a file has come or gone since', async () => {
    const missing = await readSettings(file);
    put('{}');
    await expect(writeSettings(missing, '{}')).rejects.toMatchObject({ code: 'SETTINGS_CHANGED' });
    const there = await readSettings(file);
    rmSync(file);
    await expect(writeSettings(there, '{}')).rejects.toMatchObject({ code: 'SETTINGS_UNWRITABLE' });
    expect(tree(dirname(file))).toEqual([]);
  });

  it('says what is in the way', async () => {
    put('x', join(context.homedir, '.claude'));
    await expect(readSettings(file)).rejects.toMatchObject({ code: 'SETTINGS_UNREADABLE' });
    const unread = { path: file, target: file, text: undefined, mode: undefined };
    await expect(writeSettings(unread, '{}')).rejects.toMatchObject({
      code: 'SETTINGS_UNWRITABLE',
    });
  });

  it.skipIf(process.getuid?.() === 0)('respects write protection', async () => {
    put('{}\n');
    chmodSync(file, 0o444);
    await expect(enable.run(USER, context)).rejects.toMatchObject({
      code: 'SETTINGS_UNWRITABLE',
      hint: expect.stringContaining('writable'),
    });
    expect(get()).toBe('{}\n');
  });
});

describe('style', () => {
  it('colours only a terminal that wants it', () => {
    const red = (isTTY: boolean, env = {}) => style(fakeOutput(isTTY), env).red('x');
    expect(red(true)).toBe('\u001b[31mx\u001b[39m');
    expect(red(false)).toBe('x');
    expect(red(true, { NO_COLOR: '1' })).toBe('x');
    expect(red(true, { TERM: 'dumb' })).toBe('x');
  });
});
