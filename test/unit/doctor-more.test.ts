/** `mementor doctor`: what is around Mementor, and what waits for it. */

import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { toolsOf } from '../../src/agents/claude-code/checks/other-tools.ts';
import { managedFiles, managedPaths } from '../../src/agents/claude-code/install/managed.ts';
import { settingsPath } from '../../src/agents/claude-code/paths.ts';
import type { Scope } from '../../src/agents/installation.ts';
import * as doctor from '../../src/commands/doctor.ts';
import * as enable from '../../src/commands/enable.ts';
import { configPath, homeOf } from '../../src/home/paths.ts';
import type { Check } from '../../src/process/check.ts';
import {
  type FakeContext,
  fakeContext,
  fakeOutput,
  temporaryFolder,
} from '../helpers/fake-context.ts';
import { BUNDLED, testModels } from '../helpers/models.ts';
import { recordPath } from '../helpers/record.ts';
import { remember, writeTranscript } from '../helpers/remembered.ts';

const DAY_S = 24 * 60 * 60;

let context: FakeContext;
let home: string;
let managed: string;

beforeEach(() => {
  const folder = temporaryFolder();
  const scriptPath = join(folder, 'mementor/dist/cli.js');
  put('', scriptPath);
  context = fakeContext({ homedir: join(folder, 'home'), nodePath: process.execPath, scriptPath });
  // No model: what is embedded plays no part here.
  context = { ...context, env: { MEMENTOR_MODELS: join(context.homedir, 'no-models') } };
  home = homeOf(context);
  managed = join(folder, 'etc/claude-code/managed-settings.json');
});

function put(text: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Runs the command; returns its checks by name, and sees to it that nothing was touched. */
async function checked(): Promise<Record<string, Check>> {
  const before = files();
  const fresh = { ...context, stdout: fakeOutput() };
  const exitCode = await doctor.run({ json: true }, fresh, [managed]);
  const { ok, checks }: { ok: boolean; checks: Check[] } = JSON.parse(fresh.stdout.text);
  expect(exitCode).toBe(ok ? 0 : 1);
  expect(ok).toBe(checks.every((check) => check.status !== 'fail'));
  for (const { status, fix } of checks) if (status === 'ok') expect(fix).toBeUndefined();
  expect(files()).toEqual(before);
  return Object.fromEntries(checks.map((check) => [check.name, check]));
}

/** All files but SQLite's side files, with their content. */
function files(): Record<string, string> {
  const entries = readdirSync(context.homedir, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name));
  return Object.fromEntries(
    paths
      .filter((path) => !/memory\.db/.test(path))
      .sort()
      .map((path) => [path, readFileSync(path, 'latin1')]),
  );
}

function check(status: Check['status'], detail: string, fix?: string) {
  return expect.objectContaining({
    status,
    detail: expect.stringContaining(detail),
    ...(fix === undefined ? {} : { fix: expect.stringContaining(fix) }),
  });
}

function hooksWith(...commands: string[]): string {
  const hooks = commands.map((command) => ({ type: 'command', command }));
  return JSON.stringify({ hooks: { UserPromptSubmit: [{ hooks }] } });
}

describe('other memory tools', () => {
  it.each([
    [
      'node "/home/me/.claude/plugins/cache/thedotmack/claude-mem/7.0/scripts/hook.js"',
      'claude-mem',
    ],
    ['npx episodic-memory sync --background', 'episodic-memory'],
    ['deja hook prompt', 'deja-vu'],
    ['mempalace-hook', 'mempalace'],
    ['uvx memsearch recall', 'memsearch'],
    ['node ~/.claude/hooks/core/mid-conversation.js', 'mcp-memory-service'],
    ['python C:\\tools\\mcp-memory-service\\hook.py', 'mcp-memory-service'],
    ['basic-memory tool recent-activity', 'basic-memory'],
    ['/usr/local/bin/cass index', 'cass'],
    ['qmd search "$PROMPT"', 'qmd'],
    ["sh '/opt/engram.sh'", 'engram'],
    ['SUBCOG_LOG=1 subcog hook user-prompt-submit', 'subcog'],
    ['claude-supermemory@supermemory-plugins', 'supermemory'],
    ['episodic-memory@superpowers-marketplace', 'episodic-memory'],
    ['npx -y memorix@latest hook', 'memorix'],
  ])('recognises %s', (command, tool) => {
    expect(toolsOf(command)).toEqual([tool]);
  });

  it.each([
    '/home/deja/bin/format.sh',
    'node /home/cass/project/lint.js',
    'claude-memo list',
    'prettier --write src/engrams/a.ts',
    '"/usr/bin/node" "/opt/mementor/dist/cli.js" hook stop',
    'cassandra-stress',
  ])('takes %s for none', (command) => {
    expect(toolsOf(command)).toEqual([]);
  });

  it('are named with their files', async () => {
    put(hooksWith('claude-mem hook', 'claude-mem other', 'echo'), settingsPath('project', context));
    put(hooksWith('deja hook'), settingsPath('local', context));
    const { 'other tools': found } = await checked();
    expect(found).toEqual(
      check(
        'warn',
        `claude-mem in ${settingsPath('project', context)}, deja-vu in ${settingsPath('local', context)}`,
        'recall false',
      ),
    );
  });

  it('may be plugins, where they are switched on', async () => {
    const plugins = (isOn: boolean) =>
      JSON.stringify({ enabledPlugins: { 'claude-mem@thedotmack': isOn } });
    put(plugins(false), settingsPath('user', context));
    expect((await checked())['other tools']).toEqual(check('ok', 'no hooks'));
    put(plugins(true), settingsPath('user', context));
    expect((await checked())['other tools']).toEqual(check('warn', 'claude-mem in'));
  });

  it('are not our own hooks', async () => {
    await enable.run({ scope: 'user', dryRun: false, json: false }, context);
    expect((await checked())['other tools']).toEqual(check('ok', 'no hooks'));
  });
});

describe('managed settings', () => {
  it('are where Claude Code looks for them', () => {
    expect(managedPaths('linux')).toEqual(['/etc/claude-code/managed-settings.json']);
    expect(managedPaths('darwin')).toEqual([
      '/Library/Application Support/ClaudeCode/managed-settings.json',
    ]);
    expect(managedPaths('win32')).toContain('C:\\ProgramData\\ClaudeCode\\managed-settings.json');
    expect(managedPaths('win32')).toContain('C:\\Program Files\\ClaudeCode\\managed-settings.json');
  });

  it('are not there', async () => {
    expect((await checked())['managed settings']).toEqual(check('ok', 'none'));
  });

  it('leave hooks alone', async () => {
    put('{"disableAllHooks": false, "model": "x"}', managed);
    expect((await checked())['managed settings']).toEqual(check('ok', managed));
  });

  it.each(['disableAllHooks', 'allowManagedHooksOnly'])('silence hooks by %s', async (key) => {
    put(JSON.stringify({ [key]: true }), managed);
    expect((await checked())['managed settings']).toEqual(
      check(
        'fail',
        `\`${key}\` in ${managed}: the administrator silences`,
        'ask your administrator',
      ),
    );
  });

  it('come in pieces', async () => {
    put('{}', managed);
    const folder = managed.replace(/\.json$/, '.d');
    put('{"allowManagedHooksOnly": true}', join(folder, '10-hooks.json'));
    put('not read', join(folder, 'README'));
    const found = await managedFiles([managed]);
    expect(found.map(({ path, silencedBy }) => [path, silencedBy])).toEqual([
      [managed, undefined],
      [join(folder, '10-hooks.json'), 'allowManagedHooksOnly'],
    ]);
  });

  it('cannot be parsed', async () => {
    put('{"disableAllHooks": true,}', managed);
    expect((await checked())['managed settings']).toEqual(
      check('warn', 'a comma after the last element', 'ask your administrator'),
    );
  });

  it('cannot be read', async () => {
    mkdirSync(managed, { recursive: true });
    expect((await checked())['managed settings']).toEqual(check('warn', 'cannot read'));
  });
});

describe('retention', () => {
  /** Writes a transcript that nothing was added to for so many days. */
  function written(session: string, days: number): string {
    const path = writeTranscript(context, { project: 'skiff', session, prompts: ['rig it'] });
    age(path, days);
    return path;
  }

  function age(path: string, days: number): void {
    const atS = context.now().getTime() / 1_000 - days * DAY_S;
    utimesSync(path, atS, atS);
  }

  it('matters to nothing where nothing is unread', async () => {
    expect((await checked()).retention).toEqual(check('ok', 'after 30 days'));
    remember(context, written('s1', 29.5));
    expect((await checked()).retention).toEqual(check('ok', 'nothing waits'));
  });

  it('gives the days until the oldest unread transcript goes', async () => {
    remember(context, written('read', 29));
    written('young', 3);
    const oldest = written('old', 20.5);
    expect((await checked()).retention).toEqual(
      check(
        'warn',
        `2 transcripts not wholly read: Claude Code deletes the oldest in 9 days (${oldest})`,
        'mementor ingest --all',
      ),
    );
  });

  it.each([
    [26.9, 'warn', 'in 3 days'],
    [27.1, 'fail', 'in 2 days'],
    [28.5, 'fail', 'in 1 day '],
    [29.5, 'fail', 'at its next start'],
    [99, 'fail', 'at its next start'],
    [19.5, 'warn', 'in 10 days'],
  ] as const)('after %s days: %s', async (days, status, when) => {
    written('s1', days);
    expect((await checked()).retention).toEqual(check(status, when, 'mementor ingest --all'));
  });

  it('counts what was read in part, but no line that was cut off', async () => {
    const path = written('s1', 0);
    remember(context, path);
    writeFileSync(path, '{"type":"user', { flag: 'a' });
    age(path, 29);
    expect((await checked()).retention).toEqual(check('ok', 'nothing waits'));
    writeFileSync(path, '"}\n', { flag: 'a' });
    age(path, 29);
    expect((await checked()).retention).toEqual(check('fail', '1 transcript not wholly read'));
  });

  it.each(['user', 'project', 'local'] as const)(
    'of none in %s settings stores nothing',
    async (scope) => {
      const path = settingsPath(scope, context);
      put('{"cleanupPeriodDays": 0}', path);
      expect((await checked()).retention).toEqual(check('fail', `is 0 in ${path}`));
    },
  );

  it.each([
    [{ user: 60 }, 50],
    [{ user: 60, project: 40 }, 30],
    [{ user: 60, project: 40, local: 20 }, 10],
    [{ user: 'x' }, 20],
  ])('follows the nearest settings: %j', async (periods, left) => {
    for (const [scope, cleanupPeriodDays] of Object.entries(periods)) {
      put(JSON.stringify({ cleanupPeriodDays }), settingsPath(scope as Scope, context));
    }
    written('s1', 9.5);
    const found = (await checked()).retention;
    expect(found?.detail).toContain(`in ${left} days`);
    // Of a later day, the check of the transcripts says enough.
    expect(found?.status).toBe(left > 10 ? 'ok' : 'warn');
  });

  it('follows an administrator before all others', async () => {
    put('{"cleanupPeriodDays": 90}', settingsPath('local', context));
    put('{"cleanupPeriodDays": 10}', managed);
    written('s1', 9.5);
    expect((await checked()).retention).toEqual(check('fail', 'at its next start'));
  });

  it('is not known without the database', async () => {
    written('s1', 29);
    put('garbage'.repeat(1_000), join(home, 'memory.db'));
    expect((await checked()).retention).toEqual(check('warn', 'not compared'));
  });
});

describe('the last prompts', () => {
  const nothing = JSON.stringify({
    prompt: '',
    dismissed: 'empty',
    injected: [],
    candidates: [],
    notes: [],
    noteCandidates: [],
    probability: 0,
    threshold: 0,
    evidence: {},
    rate: 4,
    withContext: false,
    searched: 0,
    semantic: false,
    text: null,
    chars: 0,
    tokens: 0,
    recallMs: 0,
    hookMs: 0,
  });

  /** Records a prompt whose hook was answered so many seconds ago. */
  function asked(session: string, secondsAgo: number, transcript?: string): void {
    const atMs = context.now().getTime() - secondsAgo * 1_000;
    const line = { ...JSON.parse(nothing), atMs, directory: '/weir', transcript };
    put(`${JSON.stringify(line)}\n`, recordPath(home, session));
    utimesSync(recordPath(home, session), atMs / 1_000, atMs / 1_000);
  }

  it('without a transcript are lost, and it says so', async () => {
    asked('s1', 60, join(context.homedir, 'none.jsonl'));
    asked('s2', 30, join(context.homedir, 'none-either.jsonl'));
    expect((await checked()).unwritten).toEqual(
      check(
        'warn',
        'no transcript holds the last prompts of 2 sessions, in /weir',
        'start it anew',
      ),
    );
  });

  it('may be about to be written', async () => {
    asked('s1', 0, join(context.homedir, 'none.jsonl'));
    expect((await checked()).unwritten).toBeUndefined();
  });

  it('stand in a file that is there, or in one that holds many', async () => {
    const path = join(context.homedir, 'many.db');
    put('', path);
    asked('s1', 60, path);
    asked('s2', 30, join(path, 'ses_1'));
    expect((await checked()).unwritten).toBeUndefined();
  });

  it.each([
    [3, undefined],
    [48, '1 session, in /weir'],
  ])('count where another session was written %s hours ago or later: %s', async (hours, found) => {
    const path = writeTranscript(context, { project: 'skiff', session: 's1', prompts: ['rig it'] });
    remember(context, path);
    asked('s1', hours * 3_600);
    asked('s2', 60, join(context.homedir, 'none.jsonl'));
    const { unwritten } = await checked();
    if (found === undefined) expect(unwritten).toBeUndefined();
    else expect(unwritten).toEqual(check('warn', found));
  });

  it('are in no transcript that has not grown since', async () => {
    const path = writeTranscript(context, { project: 'skiff', session: 's1', prompts: ['rig it'] });
    const atS = context.now().getTime() / 1_000 - 600;
    utimesSync(path, atS, atS);
    remember(context, path);
    asked('s1', 580);
    expect((await checked()).unwritten).toBeUndefined();
    asked('s1', 500);
    expect((await checked()).unwritten).toEqual(check('warn', '1 session, in /weir'));
  });
});

describe('the settings', () => {
  it('are the defaults', async () => {
    const checks = await checked();
    expect(checks.settings).toEqual(check('ok', 'defaults'));
    expect(checks.engine).toBeUndefined();
  });

  it('are shown where they are not', async () => {
    put('{"limit": 7}', configPath(home));
    context = { ...context, env: { ...context.env, MEMENTOR_RECALL: 'off' } };
    expect((await checked()).settings).toEqual(check('ok', 'limit 7, recall false (environment)'));
  });

  it.each([
    ['{"limit": 7,}', 'config.json:1:'],
    ['{"limit": 0}', '`limit` is 0'],
    ['{"exclud": ["/a"]}', 'the key "exclud" is unknown and may be meant as `exclude`'],
  ])('are broken: %s', async (text, detail) => {
    put(text, configPath(home));
    const { settings } = await checked();
    expect(settings).toEqual(check('fail', detail, ''));
  });

  it('may hold a key that nobody here knows', async () => {
    put('{"colour": 1}', configPath(home));
    const { settings } = await checked();
    expect(settings).toEqual(check('warn', '"colour" in ', 'the keys are context-budget, detect'));
  });

  it('are broken in the environment', async () => {
    context = { ...context, env: { ...context.env, MEMENTOR_THREADS: 'many' } };
    expect((await checked()).settings).toEqual(check('fail', 'MEMENTOR_THREADS', 'whole number'));
  });

  it('name a model that is run by other files, which are checked too', async () => {
    const { folder } = testModels();
    put(JSON.stringify({ model: BUNDLED }), configPath(home));
    const [engines, library] = [join(home, 'engines.node'), join(home, 'libonnxruntime.so')];
    const env = {
      MEMENTOR_MODELS: folder,
      MEMENTOR_ENGINES: engines,
      MEMENTOR_ONNXRUNTIME: library,
    };
    context = { ...context, env };
    expect((await checked()).engine).toEqual(check('fail', engines, 'npm run build:engines'));
    put('never loaded', engines);
    expect((await checked()).engine).toEqual(check('fail', library, 'MEMENTOR_ONNXRUNTIME'));
    put('never loaded', library);
    expect((await checked()).engine).toEqual(check('ok', `${engines}, with ${library}`));
  });

  it('name nothing, and the bundled model is run by the encoder', async () => {
    context = { ...context, env: {} };
    const { model } = await checked();
    expect(model?.detail).toMatch(
      / \(encoder, (avx512-vnni|avx-vnni|avx2|neon|portable), 384 dimensions/,
    );
  });

  it('name a model that is not known', async () => {
    context = { ...context, env: { MEMENTOR_MODEL: 'nowhere' } };
    expect((await checked()).model).toEqual(check('fail', 'nowhere', 'mementor model list'));
  });

  it('name the model that is checked', async () => {
    const models = join(context.homedir, 'models');
    const file = { name: 'm', bytes: 3, sha256: '0'.repeat(64) };
    const model = {
      licence: 'MIT',
      dimensions: 2,
      pooling: 'mean',
      window: 8,
      weights: 'm',
      tokenizer: 'm',
    };
    const all = ['here', 'gone'].map((id) => ({ ...model, id, files: [file] }));
    put(JSON.stringify({ default: 'here', models: all }), join(models, 'manifest.json'));
    put('abc', join(models, 'here/m'));
    context = { ...context, env: { MEMENTOR_MODELS: models, MEMENTOR_MODEL: 'gone' } };
    expect((await checked()).model).toEqual(
      check('fail', join('models', 'gone'), 'config --unset model'),
    );
  });
});
