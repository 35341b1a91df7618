/** The status line: what it says, and `enable --statusline` with its undoing on real files. */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { statusLineChecks } from '../../src/agents/claude-code/checks/status-line.ts';
import { lineCommand } from '../../src/agents/claude-code/install/status-line.ts';
import * as disable from '../../src/commands/disable.ts';
import * as enable from '../../src/commands/enable.ts';
import {
  homeOf,
  inboxOf,
  recallsOf,
  receiptsOf,
  stateOf as stateFile,
} from '../../src/home/paths.ts';
import { segmentOf, stateOf } from '../../src/statusline/segment.ts';
import { appended, statusline } from '../../src/statusline/statusline.ts';
import { type FakeContext, fakeContext, fakeOutput } from '../helpers/fake-context.ts';

const ALL = { scope: 'user', dryRun: false, json: false } as const;
const LINE = { ...ALL, statusline: true } as const;

let context: FakeContext;
let settings: string;

beforeEach(() => {
  context = fakeContext({ scriptPath: import.meta.filename });
  settings = join(context.homedir, '.claude/settings.json');
});

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const read = () => readFileSync(settings, 'utf8');
const commandOf = (text: string): string => JSON.parse(text).statusLine.command;
const receipts = () =>
  existsSync(receiptsOf(homeOf(context))) ? readdirSync(receiptsOf(homeOf(context))) : [];

async function told(run: Promise<unknown>): Promise<string> {
  context.stdout = fakeOutput();
  await run;
  return context.stdout.text;
}

describe('the segment', () => {
  const NONE = { recalled: 0, waitingMs: 0, proposed: 0 };

  it('is empty when there is nothing to say', () => {
    expect(segmentOf(NONE)).toBe('');
    expect(segmentOf({ ...NONE, waitingMs: 59_999 })).toBe('');
    expect(appended('mine\n', '')).toBe('mine\n');
    expect(appended('', '')).toBe('');
  });

  it('says what was recalled, what waits for a review, and how far storing is behind', () => {
    const state = { recalled: 3, waitingMs: 4 * 60_000 + 1, proposed: 2 };
    expect(segmentOf(state)).toBe('Mementor: 3 recalled · 2 to review · storing 4 min behind');
    expect(segmentOf({ ...NONE, waitingMs: 5 * 3_600_000 })).toBe('Mementor: storing 5 h behind');
    expect(segmentOf({ ...NONE, waitingMs: 80 * 3_600_000 })).toContain('3 days');
  });

  it('stands at the end of the last line', () => {
    expect(appended('one\ntwo\n', 'S')).toBe('one\ntwo · S\n');
    expect(appended('', 'S')).toBe('S\n');
  });

  it('comes from files', () => {
    const home = homeOf(context);
    const nowMs = 1_700_000_300_000;
    expect(stateOf('s1', nowMs, context)).toEqual(NONE);
    const lines = [
      { atMs: 1, prompt: 'a', directory: '/', injected: ['t1', 't2'] },
      { atMs: 2, prompt: 'b', directory: '/', injected: [] },
      { atMs: 3, prompt: 'c', directory: '/', injected: ['t3'] },
    ];
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    write(join(recallsOf(home), 's1.jsonl'), `${text}\n{"injected":["torn`);
    write(join(recallsOf(home), 's2.jsonl'), `${text}\n`);
    write(join(inboxOf(home), '01700000240000-0123456789ab.json'), '{}');
    write(join(inboxOf(home), '01700000000000-0123456789ab.json'), '{}');
    write(join(inboxOf(home), 'shopping.json'), '{}');
    write(stateFile(home), '{"version":1,"proposed":4}');
    expect(stateOf('s1', nowMs, context)).toEqual({ recalled: 3, waitingMs: 300_000, proposed: 4 });
    expect(stateOf('../s1', nowMs, context).recalled).toBe(0);
    write(stateFile(home), '{"proposed":"many"}');
    expect(stateOf(undefined, nowMs, context)).toMatchObject({ recalled: 0, proposed: 0 });
  });
});

describe('mementor statusline', () => {
  const line = (args: readonly string[], input = '{"session_id":"s1"}') => {
    const killed: number[] = [];
    const stdout = fakeOutput();
    const env = { ...context.env, PATH: process.env.PATH };
    const given = { ...context, env, stdout, readStdin: () => input };
    statusline(args, (group) => killed.push(group), given);
    return { text: stdout.text, killed };
  };

  it('runs the command beside it with the same input', () => {
    expect(line([]).text).toBe('');
    expect(line(['--beside', 'cat; echo; echo two >&2']).text).toBe('{"session_id":"s1"}\n');
    write(stateFile(homeOf(context)), '{"proposed":1}');
    expect(line(['--beside', 'printf main']).text).toBe('main · Mementor: 1 to review\n');
    expect(line(['--beside', 'exit 3'], 'no json').text).toBe('Mementor: 1 to review\n');
    expect(line(['--beside', '']).text).toBe('Mementor: 1 to review\n');
  });

  it('does not wait for a command that hangs', { timeout: 20_000 }, () => {
    write(stateFile(homeOf(context)), '{"proposed":1}');
    const { text, killed } = line(['--beside', 'echo early; sleep 60']);
    expect(text).toBe('early · Mementor: 1 to review\n');
    expect(killed).toHaveLength(1);
    process.kill(-(killed[0] ?? 0), 0);
    process.kill(-(killed[0] ?? 0), 'SIGKILL');
  });
});

describe('enable --statusline', () => {
  it('creates the file, and disable --statusline deletes it', async () => {
    expect(await told(enable.run(LINE, context))).toContain('mementor disable --statusline');
    expect(JSON.parse(read())).toEqual({
      statusLine: { type: 'command', command: lineCommand(context, undefined) },
    });
    const once = read();
    expect(await told(enable.run(LINE, context))).toContain('nothing to do');
    expect(read()).toBe(once);
    expect(await told(disable.run(LINE, context))).toContain('statusLine');
    expect(existsSync(dirname(settings))).toBe(false);
    expect(receipts()).toEqual([]);
  });

  const THEIRS = [
    '{"statusLine":{"type":"command","command":"~/.claude/line.sh"}}',
    '{\n\t"model": "opus",\n\t"statusLine": {\n\t\t"command": "jq -r \'.model\\/name\' \\u0023 it\'s mine",\n\t\t"type": "command", "padding": 0\n\t},\n\t"x": [1]\n}\n',
    '{"model":"opus"}',
    '\uFEFF{\r\n  "model": "opus"\r\n}\r\n',
    '{}',
    '{ }\n',
  ];

  it.each(THEIRS)('gives %j back byte for byte', async (before) => {
    write(settings, before);
    await enable.run(LINE, context);
    expect(read()).not.toBe(before);
    await disable.run(LINE, context);
    expect(read()).toBe(before);
    // The same in any order with the hooks, and with one `disable` for both.
    for (const [first, second] of [
      [ALL, LINE],
      [LINE, ALL],
    ] as const) {
      await enable.run(first, context);
      const between = read();
      await enable.run(second, context);
      await disable.run(ALL, context);
      expect(read()).toBe(before);
      await enable.run(first, context);
      await enable.run(second, context);
      if (second === LINE) await disable.run(LINE, context);
      expect(second === LINE ? read() : between).toBe(between);
      await disable.run(ALL, context);
      expect(read()).toBe(before);
    }
    expect(receipts()).toEqual([]);
  });

  it('goes with the hooks, also when both created the file', async () => {
    for (const [first, second] of [
      [ALL, LINE],
      [LINE, ALL],
    ] as const) {
      await enable.run(first, context);
      await enable.run(second, context);
      await disable.run(ALL, context);
      expect(existsSync(dirname(settings))).toBe(false);
    }
  });

  it('takes out only its own when the file was edited since', async () => {
    write(settings, THEIRS[1] ?? '');
    await enable.run(LINE, context);
    write(settings, read().replace('"x": [1]', '"x": [1, 2]'));
    await disable.run(LINE, context);
    expect(read()).toBe((THEIRS[1] ?? '').replace('"x": [1]', '"x": [1, 2]'));
  });

  it('keeps what runs when Mementor has moved, and without a receipt', async () => {
    write(settings, THEIRS[0] ?? '');
    await enable.run(LINE, context);
    const moved = { ...context, scriptPath: '/elsewhere/dist/cli.js' };
    await enable.run(LINE, moved);
    expect(commandOf(read())).toContain('/elsewhere/dist/cli.js');
    expect(commandOf(read())).toBe(lineCommand(moved, '~/.claude/line.sh'));
    for (const name of receipts()) writeFileSync(join(receiptsOf(homeOf(context)), name), '');
    await disable.run(LINE, context);
    expect(read()).toBe(THEIRS[0]);
  });

  it('leaves a line that a person put in its place, and says so', async () => {
    await enable.run(LINE, context);
    write(settings, '{"statusLine":{"type":"command","command":"mine; mementor statusline"}}');
    const before = read();
    expect(await told(disable.run(LINE, context))).toContain('no status line of Mementor');
    expect(read()).toBe(before);
  });

  it('refuses a status line of another kind', async () => {
    write(settings, '{"statusLine":null}');
    await expect(enable.run(LINE, context)).rejects.toMatchObject({ code: 'STATUSLINE_UNKNOWN' });
    expect(read()).toBe('{"statusLine":null}');
  });

  it('shows with --dry-run what it would do, and does nothing', async () => {
    write(settings, THEIRS[0] ?? '');
    expect(await told(enable.run({ ...LINE, dryRun: true }, context))).toContain('--beside');
    expect(read()).toBe(THEIRS[0]);
    expect(receipts()).toEqual([]);
  });

  it('says in JSON what it did', async () => {
    const document = JSON.parse(await told(enable.run({ ...LINE, json: true }, context)));
    expect(document).toMatchObject({ file: settings, statusline: true, added: ['statusLine'] });
  });
});

describe('the command', () => {
  const run = (command: string) =>
    spawnSync(command, { shell: true, encoding: 'utf8', input: '{}' }).stdout;

  it('runs the person’s own alone when Mementor is gone', () => {
    const gone = { nodePath: '/no/node', scriptPath: '/no/cli.js', platform: 'linux' } as const;
    expect(run(lineCommand(gone, "printf '%s' \"it's $((1 + 1))\" # mine"))).toBe("it's 2");
    expect(run(lineCommand(gone, undefined))).toBe('');
  });
});

describe('doctor', () => {
  const check = async () => (await statusLineChecks(context)).map(({ status }) => status);

  it('says nothing of a line that was never installed', async () => {
    await enable.run(ALL, context);
    expect(await check()).toEqual([]);
    write(settings, THEIRS_ALONE);
    expect(await check()).toEqual([]);
  });

  const THEIRS_ALONE = '{"statusLine":{"type":"command","command":"mine"}}';

  it('sees that it is on, hidden, moved and replaced', async () => {
    await enable.run(LINE, context);
    expect(await check()).toEqual(['ok']);
    const project = join(context.cwd, '.claude/settings.json');
    write(project, THEIRS_ALONE);
    const [hidden] = await statusLineChecks(context);
    expect(hidden?.detail).toContain(project);
    const moved = { ...context, scriptPath: '/elsewhere/dist/cli.js' };
    expect((await statusLineChecks(moved)).map(({ status }) => status)).toEqual(['warn']);
    write(settings, THEIRS_ALONE);
    const [replaced] = await statusLineChecks(context);
    expect(replaced?.detail).toContain('any more');
  });
});
