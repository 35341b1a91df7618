/** `mementor doctor`: one test for each state that is not as it should be. */

import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  closeSync,
  cpSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { pluginFolder } from '../../src/agents/claude-code/install/plugin.ts';
import { settingsPath } from '../../src/agents/claude-code/paths.ts';
import type { Scope } from '../../src/agents/installation.ts';
import { filesOf, wordOf } from '../../src/agents/settings-file/own-command.ts';
import * as doctor from '../../src/commands/doctor.ts';
import * as enable from '../../src/commands/enable.ts';
import { diskCheck } from '../../src/doctor/home.ts';
import { databaseOf, homeOf, inboxOf, receiptsOf } from '../../src/home/paths.ts';
import { renderDoctor } from '../../src/output/doctor.ts';
import { pageOf } from '../../src/output/layout/page.ts';
import type { Check } from '../../src/process/check.ts';
import { isNewEnough } from '../../src/process/node.ts';
import { runProgram } from '../../src/program/program.ts';
import {
  type FakeContext,
  fakeContext,
  fakeOutput,
  temporaryFolder,
} from '../helpers/fake-context.ts';
import { embed, remember, writeTranscript } from '../helpers/remembered.ts';

const ROOT = join(import.meta.dirname, '../..');

let context: FakeContext;
let home: string;

beforeEach(() => {
  const folder = temporaryFolder();
  const scriptPath = join(folder, 'mementor/dist/cli.js');
  put('', scriptPath);
  context = fakeContext({ homedir: join(folder, 'home'), nodePath: process.execPath, scriptPath });
  home = homeOf(context);
});

function put(text: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Writes a program that stands in for Node. */
function putNode(script: string, path: string): void {
  put(`#!/bin/sh\n${script}\n`, path);
  chmodSync(path, 0o755);
}

function tree(): string[] {
  return readdirSync(context.homedir, { recursive: true, encoding: 'utf8' }).sort();
}

async function run(json: boolean, command = doctor.run) {
  const fresh = { ...context, stdout: fakeOutput() };
  const exitCode = await command({ json }, fresh);
  return { exitCode, text: fresh.stdout.text };
}

/** Runs the command; returns its checks by name. */
async function checked(command = doctor.run): Promise<Record<string, Check>> {
  const { exitCode, text } = await run(true, command);
  const { version, ok, checks }: { version: number; ok: boolean; checks: Check[] } =
    JSON.parse(text);
  expect(version).toBe(1);
  expect(ok).toBe(checks.every((check) => check.status !== 'fail'));
  expect(exitCode).toBe(ok ? 0 : 1);
  return Object.fromEntries(checks.map((check) => [check.name, check]));
}

function check(status: Check['status'], detail: string, fix?: string) {
  return expect.objectContaining({
    status,
    detail: expect.stringContaining(detail),
    ...(fix === undefined ? {} : { fix: expect.stringContaining(fix) }),
  });
}

async function enableIn(scope: Scope, scriptPath = context.scriptPath): Promise<string> {
  await enable.run({ scope, dryRun: false, json: false }, { ...context, scriptPath });
  return settingsPath(scope, context);
}

/** Names a models folder that is not there: chunks are split by an estimate, and wait. */
function withoutModel(): void {
  context = { ...context, env: { MEMENTOR_MODELS: join(context.homedir, 'no-models') } };
}

describe('doctor', () => {
  it('finds nothing wrong where nothing is', async () => {
    await enableIn('user');
    const path = writeTranscript(context, { project: 'skiff', session: 's1', prompts: ['rig it'] });
    remember(context, path);
    embed(context);
    const { exitCode, text } = await run(false);
    expect(text).not.toMatch(/^(warn|fail)/m);
    expect(text).toMatch(/^ok {4}node +v\d+.*$/m);
    expect(text).toMatch(/^ok {4}model +all-MiniLM-L6-v2.*384 dimensions.*verified\)$/m);
    expect(text).toMatch(/^ok {4}stored +1 turn in 1 session: skiff 1$/m);
    expect(text).toMatch(/^ok {4}transcripts +1 transcript: 1 complete, 0 behind, 0 never read$/m);
    expect(text).toMatch(
      /\n\nAll is well: \d+ checks passed, \d+ of them not shown: mementor doctor --verbose\n$/,
    );
    expect(exitCode).toBe(0);
  });

  it('warns of what a fresh machine lacks, and creates nothing', async () => {
    const before = tree();
    const checks = await checked();
    expect(checks.home).toEqual(check('warn', 'does not exist yet', 'mementor enable'));
    expect(checks.database).toEqual(
      check('warn', 'there is no memory yet', 'mementor ingest --all'),
    );
    expect(checks['hooks user']).toEqual(check('warn', 'no hooks anywhere', 'mementor enable'));
    expect(checks.transcripts).toEqual(check('ok', 'keeps none'));
    expect(checks.inbox).toEqual(check('ok', 'empty'));
    expect((await run(false)).exitCode).toBe(0);
    expect(tree()).toEqual(before);
  });

  it('puts the fix under what is not ok, with words and colours', async () => {
    const { text } = await run(false);
    expect(text).toMatch(/^warn {2}home .*\n +fix: run `mementor enable`/m);
    expect(text).toMatch(/\n\n0 problems, \d warnings: \d+ checks passed/);
    const terminal = { ...context, stdout: fakeOutput(true) };
    await doctor.run({ json: false }, terminal);
    expect(terminal.stdout.text).toContain('\u001b[33mwarn\u001b[39m  home');
  });

  it('is short, and shows all with --verbose', async () => {
    await enableIn('user');
    const { text } = await run(false);
    expect(text).not.toMatch(/processor|none in|inbox|managed|other tools/);
    const { text: all } = await run(false, (options, where) =>
      doctor.run({ ...options, verbose: true }, where),
    );
    expect(all).toMatch(/^ok {4}processor +/m);
    expect(all).toMatch(/^ok {4}plugin +none in /m);
    const { checks }: { checks: Check[] } = JSON.parse((await run(true)).text);
    expect(all.endsWith(`\n\nAll is well: ${checks.length} checks passed.\n`)).toBe(true);
    expect(text).toContain(`All is well: ${checks.length} checks passed, `);
    expect(all.match(/^(ok|warn|fail) /gm)).toHaveLength(checks.length);
  });

  it('shows every warning, and says of them the same with and without --verbose', async () => {
    const checks: Check[] = [
      { name: 'node', status: 'ok', detail: 'new' },
      { name: 'inbox', status: 'ok', detail: 'empty', minor: true },
      { name: 'lines', status: 'warn', detail: 'torn', minor: true },
    ];
    const page = pageOf(context.stdout, context);
    const render = (verbose: boolean) =>
      renderDoctor({ version: 1, ok: true, checks }, { verbose, folder: '/' }, page);
    expect(render(false)).toMatch(/^warn {2}lines {2}torn$/m);
    expect(render(false)).toContain(
      '\n0 problems, 1 warning: 2 checks passed, 1 of them not shown',
    );
    expect(render(true)).toContain('\n0 problems, 1 warning: 2 checks passed.\n');
  });

  it('wraps its lines to the terminal', async () => {
    for (const columns of [60, 80, 120]) {
      const stdout = fakeOutput(true, columns);
      await doctor.run({ json: false }, { ...context, env: { NO_COLOR: '1' }, stdout });
      const lines = stdout.text.split('\n').filter((line) => !line.includes(context.homedir));
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
      expect(stdout.text).toMatch(/\n {18}\S/);
    }
  });

  it('has nothing to say of edited hooks where there is no memory yet', async () => {
    const path = await enableIn('user');
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll('"timeout": 5', '"timeout": 1'));
    const checks = await checked();
    expect(checks['hooks user']).toEqual(check('warn', 'edited ones', 'mementor enable'));
    expect(checks.database).toEqual(check('ok', 'none yet: the next conversation starts it'));
  });

  it('shows paths as short as they can be said', async () => {
    await enableIn('user');
    await enableIn('project');
    const { text } = await run(false);
    expect(text).toMatch(/^ok {4}hooks user +on in ~\/\.claude\/settings\.json$/m);
    expect(text).toMatch(/^ok {4}hooks project +on in \.claude\/settings\.json$/m);
    expect(text).not.toContain(`${context.homedir}/.claude`);
  });

  it('has nothing to suggest right after enable', async () => {
    await enableIn('user');
    const checks = await checked();
    expect(checks.database).toEqual(check('ok', 'none yet: the next conversation starts it'));
    expect(Object.values(checks).filter(({ status }) => status !== 'ok')).toEqual([]);
    // There are earlier conversations: one step, and not `enable` again.
    writeTranscript(context, { project: 'skiff', session: 's1', prompts: ['rig it'] });
    const after = Object.values(await checked()).filter(({ status }) => status !== 'ok');
    expect(after.map(({ fix }) => fix)).toEqual(after.map(() => 'run `mementor ingest --all`'));
  });

  it('has a next step for everything that is not ok', async () => {
    put('{"hooks": {},}', settingsPath('user', context));
    put('garbage'.repeat(1_000), databaseOf(home));
    writeTranscript(context, { project: 'skiff', session: 's1', prompts: ['rig it'] });
    withoutModel();
    const found = Object.values(await checked()).filter(({ status }) => status !== 'ok');
    expect(found.length).toBeGreaterThan(4);
    for (const each of found) expect(each).toMatchObject({ fix: expect.stringMatching(/\S/) });
  });
});

describe('the runtime', () => {
  it('says when Node does not start', async () => {
    context = { ...context, nodePath: join(context.homedir, 'no-node') };
    expect((await checked()).node).toEqual(check('fail', 'does not start', 'install Node'));
  });

  it.each([
    ['v20.18.3', false],
    ['v20.19.0', true],
    ['v22.1.0', true],
    ['v18.20.4', false],
    ['something else', false],
  ])('takes %s for new enough: %s', (version, expected) => {
    expect(isNewEnough(version)).toBe(expected);
  });

  it('goes on without the addon', async () => {
    // The same sources in a package that has no addon.
    const folder = temporaryFolder();
    cpSync(join(ROOT, 'src'), join(folder, 'src'), { recursive: true });
    cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const path = pathToFileURL(join(folder, 'src/commands/doctor.ts')).href;
    const copy: typeof doctor = await import(/* @vite-ignore */ path);
    const checks = await checked(copy.run);
    expect(checks.mementor).toEqual(check('fail', 'cannot be loaded', 'npm install'));
    for (const name of ['processor', 'model', 'database']) {
      expect(checks[name]).toEqual(check('warn', 'not checked'));
    }
    expect(checks['hooks user']).toEqual(check('warn', 'no hooks anywhere'));
  });
});

describe('the model', () => {
  it('is missing', async () => {
    withoutModel();
    expect((await checked()).model).toEqual(check('fail', 'no-models', 'install Mementor again'));
  });

  it('has a file that was changed', async () => {
    const models = join(context.homedir, 'models');
    const file = { name: 'm', bytes: 3, sha256: '0'.repeat(64) };
    const model = { id: 'tiny', licence: 'MIT', dimensions: 2, pooling: 'mean', window: 8 };
    const all = [{ ...model, weights: 'm', tokenizer: 'm', files: [file] }];
    put(JSON.stringify({ default: 'tiny', models: all }), join(models, 'manifest.json'));
    put('abc', join(models, 'tiny/m'));
    context = { ...context, env: { MEMENTOR_MODELS: models } };
    expect((await checked()).model).toEqual(
      check('fail', 'cannot be used', 'install Mementor again'),
    );
  });
});

describe('the disk', () => {
  it.each([
    [2_000_000, 'fail', 'only 2.0 MB free'],
    [100_000_000, 'warn', 'only 100.0 MB free'],
    [300_000_000, 'ok', 'enough space'],
  ] as const)('with %s free bytes: %s', (bytes, status, detail) => {
    const fix = status === 'ok' ? undefined : 'free some space';
    expect(diskCheck('/x', bytes)).toEqual(check(status, `${detail} on the disk of /x`, fix));
  });

  it('is the one of the home, or of the folder where it will be', async () => {
    expect((await checked()).disk).toMatchObject({
      detail: expect.stringContaining(context.homedir),
    });
    mkdirSync(home, { recursive: true });
    expect((await checked()).disk).toMatchObject({ detail: expect.stringContaining(home) });
  });
});

describe('the home', () => {
  it('is open to other users', async () => {
    mkdirSync(home, { recursive: true });
    chmodSync(home, 0o755);
    expect((await checked()).home).toEqual(check('warn', 'mode 755', `chmod 700 "${home}"`));
    chmodSync(home, 0o700);
    expect((await checked()).home).toEqual(check('ok', home));
  });

  it('is a file', async () => {
    put('', home);
    expect((await checked()).home).toEqual(check('fail', 'not a directory', 'MEMENTOR_HOME'));
  });

  it.skipIf(process.getuid?.() === 0)('cannot be written to', async () => {
    mkdirSync(home, { recursive: true });
    chmodSync(home, 0o500);
    expect((await checked()).home).toEqual(check('fail', 'cannot write', 'MEMENTOR_HOME'));
  });

  it.skipIf(process.getuid?.() === 0)('cannot be made', async () => {
    const parent = dirname(home);
    mkdirSync(parent, { recursive: true });
    chmodSync(parent, 0o500);
    const found = (await checked()).home;
    chmodSync(parent, 0o700);
    expect(found).toEqual(check('fail', 'cannot be made', 'MEMENTOR_HOME'));
  });
});

describe('the database', () => {
  /** A database of a process that has ended: all of it is in the one file. */
  function closedDatabase(
    prompts = Array.from({ length: 50 }, (_, index) => `rig mast ${index}`),
  ): void {
    withoutModel();
    const path = writeTranscript(context, {
      project: 'skiff',
      session: 's1',
      prompts,
    });
    const options = { home, models: '', busyMs: 1_000, threads: 1, nowMs: 0 };
    const script = `
      const { IngestLock } = require(${JSON.stringify(join(ROOT, 'native/mementor.node'))});
      const lock = IngestLock.tryAcquire(${JSON.stringify(home)});
      const memory = lock.open(${JSON.stringify(options)}, false, true);
      while (!memory.ingest(${JSON.stringify(path)}, { env: {}, cwd: '/', homedir: '/' }).done);`;
    execFileSync(process.execPath, ['-e', script]);
    expect(readdirSync(home)).toEqual(['ingest.lock', 'memory.db']);
  }

  /** Writes into the file behind SQLite's back. */
  function patch(offset: number, bytes: Uint8Array): void {
    const file = openSync(databaseOf(home), 'r+');
    writeSync(file, bytes, 0, bytes.length, offset);
    closeSync(file);
  }

  it('is garbage', async () => {
    put('garbage'.repeat(1_000), databaseOf(home));
    expect((await checked()).database).toEqual(check('fail', 'damaged', 'mementor repair'));
    expect(readFileSync(databaseOf(home), 'utf8')).toMatch(/^garbage/);
  });

  it('is none yet while another process creates it, for every command that reads', async () => {
    put('', databaseOf(home));
    const { database } = await checked();
    expect(database).toEqual(check('warn', 'there is no memory yet', 'mementor ingest'));
    for (const command of [['query', 'port'], ['sessions'], ['show', 'aaaa1111']]) {
      const stderr = fakeOutput();
      const exitCode = await runProgram(command, { ...context, stdout: fakeOutput(), stderr });
      expect({ exitCode, command }).toEqual({ exitCode: 2, command });
      expect(stderr.text).toMatch(/^error: no memory yet at .*memory\.db\n/);
    }
  });

  it('was written by a newer Mementor', async () => {
    closedDatabase();
    // `user_version`, as SQLite's file format has it.
    patch(60, Uint8Array.of(0, 0, 0, 99));
    const { database, transcripts } = await checked();
    expect(database).toEqual(check('fail', 'version 99', 'update'));
    expect(transcripts).toEqual(check('warn', '1 transcript; not compared'));
  });

  it('is damaged inside', async () => {
    closedDatabase();
    const { size } = statSync(databaseOf(home));
    patch(4_096 * 2, new Uint8Array(size - 4_096 * 2).fill(0xa5));
    const { database, stored, transcripts } = await checked();
    expect(database).toEqual(check('fail', 'damaged', 'mementor repair'));
    expect(stored).toBeUndefined();
    expect(transcripts).toEqual(check('warn', 'not compared'));
  });

  it('has an index with a term that no text gives', async () => {
    closedDatabase(['Zebrafish?']);
    // In small letters the word stands in the index alone.
    patch(readFileSync(databaseOf(home)).indexOf('zebrafish'), Buffer.from('zebrafush'));
    const { database } = await checked();
    expect(database).toEqual(check('fail', 'the index of words differs', 'mementor repair'));
  });

  it('has chunks that wait for their vectors', async () => {
    withoutModel();
    remember(
      context,
      writeTranscript(context, { project: 'skiff', session: 's1', prompts: ['rig it'] }),
    );
    const { database, vectors } = await checked();
    expect(database).toEqual(check('ok', '(schema 6, '));
    expect(vectors).toEqual(
      check('warn', '100 % of the text is not yet searchable by meaning', 'mementor ingest'),
    );
  });

  it('holds no turn', async () => {
    remember(context);
    expect((await checked()).stored).toEqual(check('ok', 'no turn yet'));
    writeTranscript(context, { project: 'skiff', session: 's1', prompts: ['rig it'] });
    expect((await checked()).stored).toEqual(check('warn', 'no turn yet', 'mementor ingest'));
  });

  it('sums up many projects in one line', async () => {
    withoutModel();
    const projects = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const paths = projects.map((project) =>
      writeTranscript(context, { project, session: `s-${project}`, prompts: ['rig it'] }),
    );
    remember(context, ...paths);
    const { stored } = await checked();
    expect(stored).toEqual(check('ok', '7 turns in 7 sessions: a 1, b 1, c 1, d 1, e 1, 2 more'));
  });
});

describe('the transcripts', () => {
  it('were never read', async () => {
    writeTranscript(context, { project: 'skiff', session: 's1', prompts: ['rig it'] });
    expect((await checked()).transcripts).toEqual(
      check('warn', '1 transcript: 0 complete, 0 behind, 1 never read', 'mementor ingest --all'),
    );
  });

  it('were read in part', async () => {
    withoutModel();
    const known = { project: 'skiff', session: 's1', prompts: ['rig it'] };
    remember(context, writeTranscript(context, known));
    writeTranscript(context, { ...known, prompts: ['sail it'] });
    writeTranscript(context, { ...known, session: 's2' });
    expect((await checked()).transcripts).toEqual(
      check('warn', '2 transcripts: 0 complete, 1 behind, 1 never read', 'mementor ingest --all'),
    );
  });
});

describe('the ledger', () => {
  it('names transcripts that are gone, and lines that could not be read', async () => {
    withoutModel();
    const kept = writeTranscript(context, { project: 'skiff', session: 's1', prompts: ['rig it'] });
    const lost = writeTranscript(context, {
      project: 'skiff',
      session: 's2',
      prompts: ['sail it'],
    });
    appendFileSync(kept, '{ broken\n');
    remember(context, kept, lost);
    rmSync(lost);
    const { transcripts, lines } = await checked();
    const detail = '2 transcripts: 1 complete, 0 behind, 0 never read, 1 gone from the disk';
    expect(transcripts).toEqual(check('ok', detail));
    const unread = '1 line could not be read, in 1 transcript';
    expect(lines).toEqual(check('warn', unread, 'mementor status --transcripts'));
    // Nothing can be done about lines of long ago.
    const long = context.now().getTime() / 1_000 - 8 * 24 * 60 * 60;
    utimesSync(kept, long, long);
    expect((await checked()).lines).toEqual(check('ok', unread));
    // A copy of an old transcript is a new file: its session is still old.
    const old = {
      project: 'skiff',
      session: 's3',
      prompts: ['moor it'],
      at: '2025-01-02T00:00:00Z',
    };
    const copy = writeTranscript(context, old);
    appendFileSync(copy, '{ broken\n');
    remember(context, copy);
    expect((await checked()).lines).toEqual(check('ok', '2 lines could not be read'));
  });
});

describe('the inbox', () => {
  it('holds payloads that nobody takes in', async () => {
    const path = join(inboxOf(home), '1.json');
    put('{}', path);
    const nowS = context.now().getTime() / 1_000;
    utimesSync(path, nowS, nowS - 9 * 60);
    expect((await checked()).inbox).toEqual(check('ok', '1 message from hooks on the way'));
    utimesSync(path, nowS, nowS - 11 * 60);
    const { inbox } = await checked();
    expect(inbox).toEqual(
      check('warn', '1 message from hooks, older than 10 minutes', 'mementor.log'),
    );
  });
});

describe('the hooks', () => {
  it('are in a file that Claude Code drops', async () => {
    put('{\n  "hooks": {},\n}', settingsPath('user', context));
    expect((await checked())['hooks user']).toEqual(
      check('fail', 'settings.json:2:14: a comma after the last element', 'remove the comma'),
    );
  });

  it('are those of another installation', async () => {
    const other = join(context.homedir, 'other/mementor/dist/cli.js');
    put('', other);
    await enableIn('user', other);
    const found = (await checked())['hooks user'];
    expect(found).toEqual(check('warn', 'another installation', '`mementor enable`'));
  });

  it('call an installation that has moved away', async () => {
    const other = join(context.homedir, 'other/mementor/dist/cli.js');
    await enableIn('local', other);
    const found = (await checked())['hooks local'];
    expect(found).toEqual(check('fail', other, '`mementor enable --local`'));
  });

  it('call a Node that is gone', async () => {
    const nodePath = join(context.homedir, 'bin/node');
    putNode('echo v22.0.0', nodePath);
    await enable.run({ scope: 'user', dryRun: false, json: false }, { ...context, nodePath });
    rmSync(nodePath);
    expect((await checked())['hooks user']).toEqual(check('fail', nodePath, 'mementor enable'));
  });

  it.skipIf(process.platform === 'win32')('call a Node that cannot run Mementor', async () => {
    const nodePath = join(context.homedir, 'bin/node');
    const fix = 'run `mementor enable` again';
    for (const [script, why] of [
      ['exit 8', 'does not start'],
      ['echo v12.0.0', 'v12.0.0'],
    ] as const) {
      putNode('echo v22.0.0', nodePath);
      await enable.run({ scope: 'user', dryRun: false, json: false }, { ...context, nodePath });
      putNode(script, nodePath);
      expect((await checked())['hooks node']).toEqual(check('fail', why, fix));
    }
    await enable.run({ scope: 'user', dryRun: false, json: false }, context);
    expect((await checked())['hooks node']).toBeUndefined();
  });

  it('are not complete', async () => {
    const path = await enableIn('user');
    const { hooks } = JSON.parse(readFileSync(path, 'utf8'));
    const { Stop, UserPromptSubmit, PreCompact, ...others } = hooks;
    const without = (section: object) => writeFileSync(path, JSON.stringify({ hooks: section }));
    without({ ...others, UserPromptSubmit, PreCompact });
    expect((await checked())['hooks user']).toEqual(
      check('fail', `lacks the hook Stop: what Claude answers is captured late`, 'mementor enable'),
    );
    without({ ...others, Stop });
    expect((await checked())['hooks user']).toEqual(
      check('fail', 'lacks the hooks UserPromptSubmit, PreCompact: prompts get nothing'),
    );
    without({ ...others, Stop, UserPromptSubmit });
    expect((await checked())['hooks user']).toEqual(check('warn', 'lacks the hook PreCompact'));
    // Another file may have the rest.
    await enableIn('local');
    expect((await checked())['hooks user']).toEqual(check('warn', 'lacks some of the hooks'));
  });

  it('capture nothing, though the client was used', async () => {
    await enableIn('user');
    const days = (count: number) => context.now().getTime() / 1_000 - count * 24 * 60 * 60;
    const receipts = receiptsOf(home);
    for (const name of readdirSync(receipts)) utimesSync(join(receipts, name), days(9), days(9));
    writeTranscript(context, { project: 'skiff', session: 's1', prompts: ['rig it'] });
    expect((await checked()).capture).toEqual(
      check('warn', 'nothing was captured since', '`/hooks`'),
    );
    mkdirSync(inboxOf(home), { recursive: true });
    expect((await checked()).capture).toBeUndefined();
  });

  it('may be part of a longer command', async () => {
    const path = await enableIn('user');
    const { hooks } = JSON.parse(readFileSync(path, 'utf8'));
    const command = `"${process.execPath}" "${context.scriptPath}" hook stop; notify-send done`;
    const mixed = { ...hooks, Stop: [{ hooks: [{ type: 'command', command }] }] };
    writeFileSync(path, JSON.stringify({ hooks: mixed }));
    expect((await checked())['hooks user']).toEqual(check('ok', '1 hook in a command of your own'));
    rmSync(context.scriptPath);
    writeFileSync(path, JSON.stringify({ hooks: { Stop: mixed.Stop } }));
    expect((await checked())['hooks user']).toEqual(
      check('fail', context.scriptPath, 'edit the hooks'),
    );
  });

  it('are switched off, with everybody else’s', async () => {
    await enableIn('user');
    put('{"disableAllHooks": true}', settingsPath('project', context));
    const checks = await checked();
    expect(checks['hooks disabled']).toEqual(
      check('fail', settingsPath('project', context), 'remove `disableAllHooks`'),
    );
    expect(checks['hooks user']).toEqual(check('ok', 'on in'));
    expect(checks['hooks project']).toEqual(check('ok', 'none in'));
  });

  it('may stand in several scopes, but not differ', async () => {
    await enableIn('user');
    await enableIn('local');
    expect((await checked())['hooks twice']).toBeUndefined();
    const other = join(context.homedir, 'other/mementor/dist/cli.js');
    put('', other);
    await enableIn('local', other);
    expect((await checked())['hooks twice']).toEqual(
      check('warn', 'user and local', 'mementor disable'),
    );
  });
});

describe('the plugin', () => {
  const PLUGIN = { as: 'plugin', scope: 'user', dryRun: false, json: false } as const;

  it('is not there', async () => {
    expect((await checked()).plugin).toEqual(check('ok', 'none in'));
  });

  it('is on, and enough', async () => {
    await enable.run(PLUGIN, context);
    const checks = await checked();
    expect(checks.plugin).toEqual(check('ok', `on in ${pluginFolder('user', context)}`));
    expect(checks['plugin project']).toBeUndefined();
    expect(checks['hooks user']).toEqual(check('ok', 'none in'));
    expect(checks['hooks twice']).toBeUndefined();
  });

  it('is one of another installation', async () => {
    const other = join(context.homedir, 'other/mementor/dist/cli.js');
    put('', other);
    await enable.run({ ...PLUGIN, scope: 'project' }, { ...context, scriptPath: other });
    expect((await checked())['plugin project']).toEqual(
      check('warn', 'another installation', '`mementor enable --as plugin --project`'),
    );
    rmSync(other);
    expect((await checked())['plugin project']).toEqual(
      check('fail', other, '`mementor enable --as plugin --project`'),
    );
  });

  it('has moved, and its hooks still call the old place', async () => {
    const other = join(context.homedir, 'other/mementor/dist/cli.js');
    await enable.run(PLUGIN, { ...context, scriptPath: other });
    expect((await checked()).plugin).toEqual(
      check('fail', `calls ${other}, which no longer exists`, '`mementor enable --as plugin`'),
    );
  });

  it('is somebody else’s', async () => {
    put('---\nname: mementor\n---\n', join(pluginFolder('user', context), 'SKILL.md'));
    const checks = await checked();
    expect(checks.plugin).toEqual(check('warn', 'is not Mementor', 'rename'));
    expect(checks['hooks user']).toEqual(check('warn', 'no hooks anywhere'));
  });

  it('is switched off in the settings', async () => {
    await enable.run(PLUGIN, context);
    const off = JSON.stringify({ enabledPlugins: { 'mementor@skills-dir': false } });
    put(off, settingsPath('user', context));
    expect((await checked()).plugin).toEqual(
      check('warn', 'switched off', 'claude plugin enable mementor@skills-dir'),
    );
  });

  it('runs besides the settings', async () => {
    const path = await enableIn('local');
    const hooks = readFileSync(path, 'utf8');
    rmSync(path);
    await enable.run(PLUGIN, context);
    put(hooks, path);
    expect((await checked())['hooks twice']).toEqual(
      check('fail', 'hooks run twice', '`mementor disable --as settings --local`'),
    );
  });

  it('of a project gives way to the user’s', async () => {
    await enable.run({ ...PLUGIN, scope: 'project' }, context);
    expect((await checked())['plugin project']).toEqual(check('ok', 'on in'));
    await enable.run(PLUGIN, context);
    expect((await checked())['plugin project']).toEqual(
      check('warn', 'is not loaded', 'mementor disable --project'),
    );
  });

  it('is seen once in the home directory', async () => {
    context = { ...context, cwd: context.homedir };
    await enable.run(PLUGIN, context);
    const checks = await checked();
    expect(checks.plugin).toEqual(check('ok', 'on in'));
    expect(checks['plugin project']).toBeUndefined();
  });
});

describe('a hook command', () => {
  it.each([
    ['"/usr/bin/node" "/opt/me\\$n/cli.js" hook stop', ['/usr/bin/node', '/opt/me$n/cli.js']],
    ["node '/opt/m n/cli.js' hook stop", ['node', '/opt/m n/cli.js']],
    ['test ! -f "/o p/cli.js" || node "/o p/cli.js" hook stop', ['node', '/o p/cli.js']],
    [
      'test ! -f "/o p/cli.js" || test ! -x "/n o/node" || "/n o/node" "/o p/cli.js" hook stop || :',
      ['/n o/node', '/o p/cli.js'],
    ],
    ['"C:/Program Files/node.exe" x hook stop', ['C:/Program Files/node.exe', 'x']],
    ['echo stop', []],
  ])('%s starts %j', (command, files) => {
    expect(filesOf(command)).toEqual(files);
    expect(wordOf(command)).toBe(files.length > 0 ? 'stop' : command);
  });
});
