/** `mementor status` over real databases in temporary homes. */

import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { INSTALLATIONS } from '../../src/agents/all-installations.ts';
import { pluginFolder } from '../../src/agents/claude-code/install/plugin.ts';
import { settingsPath } from '../../src/agents/claude-code/paths.ts';
import { settingsPath as geminiSettings } from '../../src/agents/gemini/paths.ts';
import { pluginPath } from '../../src/agents/opencode/paths.ts';
import * as enable from '../../src/commands/enable.ts';
import * as status from '../../src/commands/status.ts';
import { databaseOf, homeOf, inboxOf } from '../../src/home/paths.ts';
import { ago, counted, isoOf, percentOf, printable, sized } from '../../src/text/numbers.ts';
import { type FakeContext, fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { remember, writeTranscript } from '../helpers/remembered.ts';
import { CLI } from '../helpers/sandbox.ts';

let context: FakeContext;
let home: string;

beforeEach(() => {
  context = fakeContext();
  // No model: the tests need no vectors, and chunks that wait for theirs.
  context = { ...context, env: { MEMENTOR_MODELS: join(context.homedir, 'no-models') } };
  home = homeOf(context);
});

async function printed(json: boolean): Promise<string> {
  const fresh = { ...context, stdout: fakeOutput() };
  expect(await status.run({ json }, fresh)).toBe(0);
  return fresh.stdout.text;
}

function rememberTwoProjects(): void {
  remember(
    context,
    writeTranscript(context, { project: 'skiff', session: 's1', prompts: ['rig it', 'sail it'] }),
    writeTranscript(context, {
      project: 'dinghy',
      session: 's2',
      prompts: ['row it'],
      at: '2025-12-31T03:04:05Z',
    }),
  );
}

const OTHERS_OFF = { codex: 'off', copilot: 'off', gemini: 'off', qwen: 'off', opencode: 'off' };

describe('status', () => {
  it('counts nothing before anything is stored, and says how to begin', async () => {
    expect(JSON.parse(await printed(true))).toEqual({
      version: 1,
      home,
      database: null,
      lost: null,
      sessions: 0,
      turns: 0,
      agentTurns: 0,
      actions: 0,
      notes: 0,
      proposedNotes: 0,
      chunks: 0,
      pending: 0,
      transcripts: 0,
      ledger: {
        known: 0,
        complete: 0,
        behind: 0,
        unread: 0,
        unreadable: 0,
        gone: 0,
        behindBytes: 0,
        behindSince: null,
        unreadBytes: 0,
        newerSessions: 0,
        lines: { kept: 0, skipped: {}, problems: {} },
      },
      projects: [],
      hooks: { user: 'off', project: 'off', local: 'off', plugin: 'off', ...OTHERS_OFF },
      unreadable: [],
      trouble: null,
      troubles: [],
      unusable: null,
      inbox: 0,
      notStoring: null,
      unknownKeys: [],
      muted: [],
      hooksElsewhere: [],
      problems: [],
      recall: { days: 30, prompts: 0, spoken: 0, answers: 0, used: 0, lastAddedAt: null },
      model: {
        id: null,
        engine: null,
        problem: expect.stringContaining('no embedding model at'),
      },
      keptApart: null,
      lastSession: null,
    });
    const text = await printed(false);
    expect(text).toMatch(/^model +search by words alone: no embedding model at .*mementor doctor/m);
    expect(text).toMatch(/^stored +nothing yet$/m);
    expect(text).toMatch(/^hooks +off: mementor enable installs them$/m);
    expect(text).toMatch(/^recall +on$/m);
    expect(text).toContain('mementor ingest --all');
    expect(existsSync(home)).toBe(false);
  });

  it.runIf(existsSync('/proc/self'))('says that a home cannot be created', async () => {
    const impossible = '/proc/mementor';
    context = { ...context, env: { ...context.env, MEMENTOR_HOME: impossible } };
    const text = await printed(false);
    expect(text).toMatch(
      /^stored +nothing, and nothing can be stored in \/proc\/mementor: it cannot/,
    );
    expect(text).toContain('set MEMENTOR_HOME to a folder that can be created and written');
    const fresh = { ...context, stdout: fakeOutput(), stderr: fakeOutput() };
    await expect(enable.run({ scope: 'user', dryRun: false, json: false }, fresh)).rejects.toThrow(
      `nothing can be stored in ${impossible}: it cannot be created; nothing was changed`,
    );
    expect(existsSync(join(context.homedir, '.claude'))).toBe(false);
  });

  it('takes a database that is just being created for none', async () => {
    mkdirSync(home, { recursive: true });
    writeFileSync(databaseOf(home), '');
    expect(JSON.parse(await printed(true))).toMatchObject({ database: null, turns: 0 });
  });

  it('shows what is stored, by project', async () => {
    rememberTwoProjects();
    const text = await printed(false);
    expect(text).toMatch(
      /^stored +3 turns in 2 sessions of 2 projects; \d+\.\d kB in ~\/\.local\/share\/mementor$/m,
    );
    expect(text).toMatch(
      /^waiting +100 % of the text is not yet searchable by meaning: mementor ingest$/m,
    );
    expect(text).toMatch(/project +sessions +turns +last\n/);
    expect(text).toMatch(/skiff +1 +2 +3 hours ago\n/);
    expect(text).toMatch(/dinghy +1 +1 +2 days ago\n/);
  });

  it('prints one JSON document on request', async () => {
    rememberTwoProjects();
    const document = JSON.parse(await printed(true));
    expect(document).toMatchObject({
      database: { path: join(home, 'memory.db'), bytes: expect.any(Number) },
      sessions: 2,
      turns: 3,
      pending: 3,
      transcripts: 2,
      projects: [
        { name: 'skiff', sessions: 1, turns: 2, lastAt: '2026-01-02T00:00:01.000Z' },
        { name: 'dinghy', sessions: 1, turns: 1, lastAt: '2025-12-31T03:04:05.000Z' },
      ],
    });
    expect(document.database.bytes).toBeGreaterThan(10_000);
  });

  it('counts the payloads that wait as pending', async () => {
    mkdirSync(inboxOf(home), { recursive: true });
    for (const name of ['1.json', '2.json', '.3.json.tmp']) {
      writeFileSync(join(inboxOf(home), name), '{}');
    }
    expect(JSON.parse(await printed(true))).toMatchObject({ inbox: 2, pending: 2 });
    expect(await printed(false)).toMatch(
      /^waiting +2 messages from hooks: the next hook stores them$/m,
    );
  });

  it('tells how the hooks stand in each scope', async () => {
    const scriptPath = join(context.homedir, 'mementor/dist/cli.js');
    mkdirSync(join(scriptPath, '..'), { recursive: true });
    writeFileSync(scriptPath, '');
    context = { ...context, scriptPath };
    await enable.run({ scope: 'user', dryRun: false, json: false }, context);
    const moved = { ...context, scriptPath: '/elsewhere/mementor/dist/cli.js' };
    await enable.run({ scope: 'project', dryRun: false, json: false }, moved);
    writeFileSync(settingsPath('local', context), '{,}');
    expect(JSON.parse(await printed(true)).hooks).toEqual({
      user: 'on',
      project: 'stale',
      local: 'unreadable',
      plugin: 'off',
      ...OTHERS_OFF,
    });
    // The project's are stale, but the user's run.
    rmSync(settingsPath('local', context));
    expect(await printed(false)).toMatch(/^hooks +user settings on, project settings stale$/m);
  });

  it('says why settings of the client cannot be read', async () => {
    const path = settingsPath('user', context);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '{\n  "a": 1,\n');
    const { unreadable } = JSON.parse(await printed(true));
    expect(unreadable).toEqual([expect.stringContaining(`${path}:3:1: not valid JSON`)]);
    expect(await printed(false)).toMatch(
      /^hooks +user settings unreadable\n +unreadable: ~\/\.claude\/settings\.json:3:1: not valid JSON/m,
    );
  });

  it('says of each agent why its hooks do not run, as doctor does', async () => {
    context = { ...context, scriptPath: CLI };
    const on = (agent: string) => ({ agent, scope: 'user', dryRun: false, json: false }) as const;
    for (const agent of ['gemini', 'opencode', 'qwen']) await enable.run(on(agent), context);
    expect(JSON.parse(await printed(true)).troubles).toEqual([]);
    writeFileSync(geminiSettings(context), '{}');
    rmSync(pluginPath(context));
    const { trouble, troubles } = JSON.parse(await printed(true));
    expect(trouble).toMatchObject({ agent: 'gemini', of: 'Gemini CLI' });
    expect(troubles.map(({ agent }: { agent: string }) => agent)).toEqual(['gemini', 'opencode']);
    const text = (await printed(false)).replace(/\n +/g, ' ');
    expect(text).toMatch(
      /hooks +qwen on Gemini CLI not running: they are no longer in .*OpenCode not running/,
    );
    for (const agent of ['gemini', 'opencode']) {
      const { checks } = INSTALLATIONS.find((each) => each.agent === agent) ?? { checks: [] };
      const [first] = (await Promise.all(checks.map((check) => check(context)))).flat();
      const told = troubles.find((each: { agent: string }) => each.agent === agent);
      expect(first).toMatchObject({ status: 'fail', detail: told.problem, fix: told.fix });
    }
  });

  it('says why the hooks do not run, and shows at most ten projects', async () => {
    await enable.run({ scope: 'user', dryRun: false, json: false }, context);
    const path = settingsPath('user', context);
    writeFileSync(path, '{"disableAllHooks": true}');
    const problem = `\`disableAllHooks\` in ${path} switches all hooks off`;
    const trouble = { agent: 'claude-code', problem, fix: 'remove it there' };
    expect(JSON.parse(await printed(true))).toMatchObject({ trouble, troubles: [trouble] });
    expect(await printed(false)).toMatch(
      /^hooks +not running: disableAllHooks in .*; remove it there$/m,
    );
    const paths = Array.from({ length: 13 }, (_, index) =>
      writeTranscript(context, { project: `p${index}`, session: `s${index}`, prompts: ['x'] }),
    );
    remember(context, ...paths);
    expect(await printed(false)).toMatch(/\np\d+ .*\n… and 3 more projects\n$/);
  });

  it.each([60, 80, 120])('fits a terminal of %s columns', async (columns) => {
    rememberTwoProjects();
    await enable.run({ scope: 'user', dryRun: false, json: false }, context);
    const stdout = fakeOutput(true, columns);
    const env = { ...context.env, NO_COLOR: '1', MEMENTOR_RECALL: 'false' };
    await status.run({ json: false }, { ...context, env, stdout });
    const lines = stdout.text.split('\n').filter((line) => !line.includes(context.homedir));
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
    expect(stdout.text).toContain('off everywhere');
  });

  it('shows colours, and no sign of an escaped one', async () => {
    rememberTwoProjects();
    const stdout = fakeOutput(true, 80);
    await status.run({ json: false }, { ...context, stdout });
    expect(stdout.text).toContain('\u001B[32mon\u001B[39m');
    expect(stdout.text).not.toContain('\uFFFD');
  });

  it('tells how the plugin stands', async () => {
    const options = { as: 'plugin', dryRun: false, json: false } as const;
    const plugin = async () => JSON.parse(await printed(true)).hooks.plugin;
    await enable.run({ ...options, scope: 'project' }, context);
    expect(await plugin()).toBe('on');
    const moved = { ...context, scriptPath: '/elsewhere/mementor/dist/cli.js' };
    await enable.run({ ...options, scope: 'user' }, moved);
    expect(await plugin()).toBe('stale');
    const off = JSON.stringify({ enabledPlugins: { 'mementor@skills-dir': false } });
    writeFileSync(settingsPath('user', context), off);
    expect(await plugin()).toBe('disabled');
    mkdirSync(join(context.cwd, '.claude'), { recursive: true });
    writeFileSync(settingsPath('local', context), off.replace('false', 'true'));
    expect(await plugin()).toBe('stale');
    writeFileSync(join(pluginFolder('user', context), '.claude-plugin/plugin.json'), '{}');
    expect(await plugin()).toBe('foreign');
  });

  it('knows a file that lacks some of the hooks', async () => {
    await enable.run({ scope: 'user', dryRun: false, json: false }, context);
    const path = settingsPath('user', context);
    const { hooks } = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify({ hooks: { Stop: hooks.Stop } }));
    expect(JSON.parse(await printed(true)).hooks.user).toBe('partly');
  });

  it('fails with a hint when the database is damaged', async () => {
    mkdirSync(home, { recursive: true });
    writeFileSync(databaseOf(home), 'garbage'.repeat(1_000));
    await expect(printed(true)).rejects.toMatchObject({
      code: 'DATABASE_CORRUPT',
      hint: expect.stringContaining('mementor repair'),
    });
  });
});

describe('the ledger', () => {
  const gone = { project: 'skiff', session: '5c1f0a52-9f0e-4b7e-8a63-0d8c3a1f7e21' };

  async function shown(): Promise<string> {
    const fresh = { ...context, stdout: fakeOutput() };
    expect(await status.run({ json: false, transcripts: true }, fresh)).toBe(0);
    return fresh.stdout.text;
  }

  function keepSome(): { readonly [name: string]: string } {
    const paths = {
      complete: writeTranscript(context, { project: 'skiff', session: 's1', prompts: ['rig it'] }),
      behind: writeTranscript(context, { project: 'skiff', session: 's2', prompts: ['sail it'] }),
      gone: writeTranscript(context, { ...gone, prompts: ['reef it', 'furl it'] }),
    };
    appendFileSync(paths.complete, '{ broken\n{ torn');
    remember(context, ...Object.values(paths));
    appendFileSync(paths.behind, '{"type":"mode"}\n');
    rmSync(paths.gone);
    const unread = writeTranscript(context, { project: 'dinghy', session: 's4', prompts: ['x'] });
    return { ...paths, unread };
  }

  it('takes a whole last line without a newline for a line', async () => {
    const path = writeTranscript(context, { project: 'skiff', session: 's1', prompts: ['rig it'] });
    const { size } = statSync(path);
    const ledger = async () => JSON.parse(await printed(true)).ledger;
    truncateSync(path, size - 1);
    remember(context, path);
    expect(await ledger()).toMatchObject({ complete: 1, lines: { kept: 2 } });
    appendFileSync(path, '\n{"type":"mode"}');
    expect(await ledger()).toMatchObject({ behind: 1, behindBytes: 16 });
    remember(context, path);
    expect(await ledger()).toMatchObject({
      complete: 1,
      lines: { kept: 2, skipped: { state: 1 } },
    });
  });

  it('accounts for every transcript and every line', async () => {
    keepSome();
    const { transcripts, ledger } = JSON.parse(await printed(true));
    expect(transcripts).toBe(3);
    expect(ledger).toMatchObject({ known: 4, complete: 1, behind: 1, unread: 1, gone: 1 });
    expect(ledger.behindBytes).toBe('{"type":"mode"}\n'.length);
    expect(ledger.behindSince).toMatch(/^20/);
    expect(ledger.unreadBytes).toBeGreaterThan(100);
    expect(ledger.lines).toEqual({ kept: 8, skipped: {}, problems: { 'invalid-json': 1 } });
    const text = await printed(false);
    expect(text).toMatch(/^read +4 transcripts, 1 complete$/m);
    expect(text).toContain('1 behind by 16 B (changed just now): the next hook reads the rest\n');
    expect(text).toMatch(/1 never read \(\d+ B\): mementor ingest --all\n/);
    expect(text).toContain('1 gone from the disk: the turns stay\n');
    expect(text).toContain('1 line could not be read: mementor status --transcripts\n');
  });

  it('is shown by transcript', async () => {
    const paths = keepSome();
    const below = (path: string) => path.replace(context.homedir, '~');
    const lines = (await shown()).split('\n');
    const lineOf = (path: string) => lines.find((line) => line.endsWith(below(path)));
    expect(lineOf(paths.gone)).toMatch(/^gone from the disk {2}2 turns {2}4 kept {2}0 skipped {2}/);
    expect(lineOf(paths.behind)).toMatch(/^behind by 16 B {7}1 turn {2}2 kept {2}0 skipped {2}/);
    expect(lineOf(paths.unread)).toMatch(/^never read {2,}\d+ B {2}just now {2}/);
    expect(lines).toContain('    1 line not readable (invalid-json 1)');
  });

  it('is one document on request', async () => {
    const paths = keepSome();
    const fresh = { ...context, stdout: fakeOutput() };
    await status.run({ json: true, transcripts: true }, fresh);
    const { transcripts } = JSON.parse(fresh.stdout.text);
    const found = transcripts.find((each: { path: string }) => each.path === paths.gone);
    expect(found).toMatchObject({
      state: 'gone',
      session: gone.session,
      project: 'skiff',
      turns: 2,
      bytes: null,
      waiting: 0,
      lines: { kept: 4, skipped: {}, problems: {} },
    });
  });

  it('is empty before anything is stored', async () => {
    expect(await shown()).toBe('There is no transcript, and none was ever read.\n');
  });
});

describe('numbers and times', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [999_949, '999.9 kB'],
    [999_960, '1.0 MB'],
    [22_837_272, '22.8 MB'],
  ])('writes %d bytes as %s', (bytes, text) => {
    expect(sized(bytes)).toBe(text);
  });

  it.each([
    [-5_000, 'just now'],
    [59_000, 'just now'],
    [60_000, '1 min ago'],
    [7_200_000, '2 h ago'],
    [86_400_000 * 29, '29 d ago'],
    [86_400_000 * 30, '2025-12-03'],
  ])('writes a time %d ms back as %s', (passedMs, text) => {
    const nowMs = Date.parse('2026-01-02T03:04:05Z');
    expect(ago(nowMs - passedMs, nowMs)).toBe(text);
  });

  it('does without a time, and keeps a terminal from being steered', () => {
    expect([isoOf(0), isoOf(1e20), ago(0, 1)]).toEqual([null, null, 'unknown']);
    expect(printable('a\u001b[31mb\u202Ec é')).toBe('a\uFFFD[31mb\uFFFDc é');
    // Some is never none, and not all is never all.
    expect([percentOf(0, 9), percentOf(1, 1_000), percentOf(999, 1_000), percentOf(9, 9)]).toEqual([
      '0 %',
      'less than 1 %',
      '99 %',
      '100 %',
    ]);
    expect([counted(1, 'turn'), counted(1_234, 'turn')]).toEqual(['1 turn', '1,234 turns']);
  });
});
