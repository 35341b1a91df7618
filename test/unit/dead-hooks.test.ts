/** The line that a person reads after any command while the hooks do not run. */

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { claudeCodeInstallation } from '../../src/agents/claude-code/installation.ts';
import { settingsPath } from '../../src/agents/claude-code/paths.ts';
import * as disable from '../../src/commands/disable.ts';
import * as enable from '../../src/commands/enable.ts';
import { homeOf, inboxOf, receiptsOf } from '../../src/home/paths.ts';
import type { EnableOptions } from '../../src/operations/enable.ts';
import { runProgram } from '../../src/program/program.ts';
import {
  type FakeContext,
  fakeContext,
  fakeOutput,
  temporaryFolder,
} from '../helpers/fake-context.ts';

let context: FakeContext;
let file: string;

beforeEach(() => {
  const folder = temporaryFolder();
  const scriptPath = join(folder, 'mementor/dist/cli.js');
  put('', scriptPath);
  context = fakeContext({ homedir: join(folder, 'home'), scriptPath });
  file = settingsPath('user', context);
});

function put(text: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

async function install(options: Partial<EnableOptions> = {}, more: Partial<FakeContext> = {}) {
  const asked = { scope: 'user', dryRun: false, json: false, ...options } as const;
  await enable.run(asked, { ...context, ...more });
}

/** Edits the user's settings as a person would. */
function edit(change: (settings: Record<string, Record<string, unknown>>) => void): void {
  const settings = JSON.parse(readFileSync(file, 'utf8'));
  change(settings);
  writeFileSync(file, JSON.stringify(settings));
}

/** Returns what a command writes to standard error, and to standard output. */
async function ran(...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const fresh = {
    ...context,
    stdout: fakeOutput(),
    stderr: fakeOutput(true),
    env: { ...context.env, NO_COLOR: '1', COLUMNS: '9999' },
  };
  await runProgram(args, fresh);
  return { stdout: fresh.stdout.text, stderr: fresh.stderr.text };
}

async function told(): Promise<string> {
  return (await ran('config', 'limit')).stderr;
}

describe('says nothing', () => {
  it('to a person who never enabled, nor after disable', async () => {
    expect(await told()).toBe('');
    await install();
    await disable.run({ scope: 'user', dryRun: false, json: false }, context);
    expect(await told()).toBe('');
  });

  it.each(['settings', 'plugin'] as const)('while the hooks run as %s', async (as) => {
    await install({ as });
    expect(await told()).toBe('');
  });

  it('where one of two places works', async () => {
    await install({}, { scriptPath: '/gone/mementor/dist/cli.js' });
    await install({ scope: 'local' });
    expect(await told()).toBe('');
  });

  it('to a script: not where standard error is no terminal', async () => {
    await install();
    rmSync(context.scriptPath);
    const fresh = { ...context, stdout: fakeOutput(), stderr: fakeOutput() };
    await runProgram(['config', 'limit'], fresh);
    expect(fresh.stderr.text).toBe('');
  });

  it.each([
    ['doctor'],
    ['status'],
    ['enable', '--dry-run'],
    ['disable', '--dry-run'],
    ['completion', 'bash'],
  ])('after %s, which has its own words', async (...args) => {
    await install();
    rmSync(context.scriptPath);
    expect((await ran(...args)).stderr).toBe('');
  });
});

describe('says in one line', () => {
  const ENABLE = 'run mementor enable\n';

  it('that the clone was moved', async () => {
    await install();
    renameSync(dirname(dirname(context.scriptPath)), `${dirname(dirname(context.scriptPath))}-2`);
    expect(await told()).toBe(
      `warning: the hooks are not running: they call ${context.scriptPath}, which no longer exists; ${ENABLE}`,
    );
  });

  it('that Node was moved, and leaves a JSON document alone', async () => {
    await install();
    const edited = readFileSync(file, 'utf8').replaceAll(process.execPath, '/gone/bin/node');
    writeFileSync(file, edited);
    const { stdout, stderr } = await ran('config', 'limit', '--json');
    expect(stderr).toContain('they call /gone/bin/node, which no longer exists');
    expect(JSON.parse(stdout)).toMatchObject({ key: 'limit' });
  });

  it('after a command that failed too, but not after one that was mistyped', async () => {
    await install();
    rmSync(context.scriptPath);
    const { stderr } = await ran('query', 'x');
    expect(stderr).toMatch(
      /^error: no memory yet[\s\S]*\nwarning: the hooks are not running: .*\n$/,
    );
    expect((await ran('qery', 'x')).stderr).not.toContain('not running');
    expect((await ran('query', '--nosuch')).stderr).not.toContain('not running');
    expect((await ran('query', '--help')).stderr).toBe('');
  });

  it('that a plugin calls what is gone', async () => {
    await install({ as: 'plugin' });
    rmSync(context.scriptPath);
    expect(await told()).toMatch(/which no longer exists; run mementor enable --as plugin\n$/);
  });

  it('that a hook was deleted', async () => {
    await install();
    edit(({ hooks }) => delete hooks?.Stop);
    const text = await told();
    expect(text).not.toContain('not running');
    expect(text).toContain(
      `1 of 5 hooks is missing in ${file} (stop): a conversation is not stored while it goes on; ${ENABLE}`,
    );
  });

  it('that all hooks were deleted, or the whole file', async () => {
    await install();
    const fix = 'run mementor enable, or mementor disable if you took them out\n';
    edit((settings) => delete settings.hooks);
    expect(await told()).toContain(`they are no longer in ${file}; ${fix}`);
    rmSync(file);
    expect(await told()).toContain(`they are no longer in ${file}; ${fix}`);
  });

  it.each(['user', 'project', 'local'] as const)(
    'that %s settings disable all hooks',
    async (scope) => {
      await install();
      const path = settingsPath(scope, context);
      if (scope === 'user') edit((settings) => Object.assign(settings, { disableAllHooks: true }));
      else put('{"disableAllHooks": true}', path);
      expect(await told()).toContain(
        `\`disableAllHooks\` in ${path} switches all hooks off`.replaceAll('`', ''),
      );
    },
  );

  it('that the administrator disables them', async () => {
    await install();
    const managed = join(context.homedir, 'managed.json');
    put('{"allowManagedHooksOnly": true}', managed);
    expect(await claudeCodeInstallation.trouble(context, [managed])).toMatchObject({
      problem: expect.stringContaining(managed),
    });
    expect(await claudeCodeInstallation.trouble(context, [])).toBeUndefined();
  });

  it('that the plugin is switched off', async () => {
    await install({ as: 'plugin' });
    put('{"enabledPlugins": {"mementor@skills-dir": false}}', file);
    expect(await told()).toContain('the plugin is switched off');
  });

  it('that Claude Code ignores the settings file', async () => {
    await install();
    writeFileSync(file, `${readFileSync(file, 'utf8').trimEnd().slice(0, -1)},}`);
    expect(await told()).toMatch(/the settings cannot be used \(.*\); run mementor doctor\n$/);
  });

  it('what is behind a link', async () => {
    await install();
    renameSync(file, `${file}.real`);
    symlinkSync(`${file}.real`, file);
    expect(await told()).toBe('');
    rmSync(`${file}.real`);
    expect(await told()).toContain('they are no longer in');
  });
});

describe('notices hooks that capture nothing', () => {
  const DAY_S = 24 * 60 * 60;

  /** Sets the times of a file or folder, in days before now. */
  function touched(path: string, daysAgo: number): void {
    if (!existsSync(path)) mkdirSync(path, { recursive: true });
    const atS = Math.floor(Date.now() / 1_000) - daysAgo * DAY_S;
    utimesSync(path, atS, atS);
  }

  async function installed(daysAgo: number): Promise<void> {
    await install();
    const [name = ''] = readdirSync(receiptsOf(homeOf(context)));
    touched(join(receiptsOf(homeOf(context)), name), daysAgo);
  }

  const sessions = () => join(dirname(file), 'projects/-somewhere');

  it('while the client was used for days', async () => {
    await installed(9);
    touched(inboxOf(homeOf(context)), 5);
    touched(sessions(), 1);
    const day = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_S * 1_000);
    const two = (number: number) => String(number).padStart(2, '0');
    const iso = (date: Date) =>
      `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
    expect(await told()).toContain(
      `nothing was captured since ${iso(day(5))}, though Claude Code was used on ${iso(day(1))}; run mementor doctor`,
    );
  });

  it('but not after a rest, nor right after enable', async () => {
    await installed(9);
    touched(sessions(), 8);
    expect(await told()).toBe('');
    touched(sessions(), 0);
    touched(inboxOf(homeOf(context)), 1);
    expect(await told()).toBe('');
    await installed(0);
    touched(inboxOf(homeOf(context)), 9);
    expect(await told()).toBe('');
  });

  it.each(['/**', '~/**'])('but not where conversations are excluded: %s', async (glob) => {
    await installed(9);
    touched(sessions(), 0);
    expect(await told()).not.toBe('');
    const env = { MEMENTOR_EXCLUDE: glob, HOME: context.homedir };
    context = { ...context, env };
    expect(await claudeCodeInstallation.trouble(context, [])).toBeUndefined();
  });

  it('and believes the prompts that were typed more than a folder', async () => {
    await installed(9);
    touched(sessions(), 0);
    put('', join(dirname(file), 'history.jsonl'));
    touched(join(dirname(file), 'history.jsonl'), 8);
    expect(await told()).toBe('');
  });
});
