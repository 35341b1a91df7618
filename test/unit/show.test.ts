/** `mementor show`: what an id means, and the conversation as it reads. */

import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run, type ShowOptions } from '../../src/commands/show.ts';
import type { WholeTurn } from '../../src/memory.ts';
import { pick } from '../../src/operations/show.ts';
import type { Page } from '../../src/output/layout/page.ts';
import { visibleWidth } from '../../src/output/layout/width.ts';
import { renderShown } from '../../src/output/shown.ts';
import { style } from '../../src/process/style.ts';
import { runProgram } from '../../src/program/program.ts';
import {
  type FakeContext,
  fakeContext,
  fakeOutput,
  temporaryFolder,
} from '../helpers/fake-context.ts';
import { remember, writeTranscript } from '../helpers/remembered.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures/transcripts');
const WHOLE = { head: false, results: false };

function page(width = Number.POSITIVE_INFINITY): Page {
  return { width, paint: style(fakeOutput(), {}), nowMs: 5_000, home: '/home/mara' };
}

function remembered(...names: string[]): FakeContext {
  const context = fakeContext({ now: () => new Date('2026-12-01T12:00:00Z') });
  remember(context, ...names.map((name) => join(FIXTURES, `${name}.jsonl`)));
  return context;
}

async function show(
  context: FakeContext,
  id: string,
  json = false,
  more: Partial<ShowOptions> = {},
) {
  const fresh = { ...context, stdout: fakeOutput(), stderr: fakeOutput() };
  const exitCode = await run({ id, json, ...more }, fresh);
  // Times are local, and this runs in any zone.
  const stdout = fresh.stdout.text.replace(/2026-\d\d-\d\d \d\d:\d\d/g, 'TIME');
  return { exitCode, stdout, stderr: fresh.stderr.text };
}

const session = (number: string) => `${number}0000-0000-4000-8000-00000000ffff`;

describe('show', () => {
  it('a session by the name that it was given', async () => {
    const context = fakeContext();
    const prompts = ['Paint the door blue'];
    const path = writeTranscript(context, { project: 'project', session: 'eeeeeeee-5', prompts });
    const name = { type: 'custom-title', customTitle: 'The blue door', sessionId: 'eeeeeeee-5' };
    appendFileSync(path, `${JSON.stringify(name)}\n`);
    remember(context, path);
    const { exitCode, stdout } = await show(context, 'the BLUE door');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('session eeeeeeee-5\ntitle    The blue door');
    expect((await show(context, 'BLUE do')).stdout).toBe(stdout);
    expect((await show(context, 'green door')).exitCode).toBe(1);
  });

  it('a session: prompts, actions, what failed, answers', async () => {
    const { exitCode, stdout } = await show(remembered('tool-use'), session('0001'));
    expect(exitCode).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
      "session 00010000-0000-4000-8000-00000000ffff
      when     9 months ago · TIME
      project  skiff · main
      folder   /home/mara/skiff
      turns    1 turn
      resume   mementor resume 00010000

      ── turn 00010000  TIME
      > the parser test fails on my machine, find out why and repair it

        · Bash make test  exit 2: parser_test.c:41: expected 3 fields, got 4
        · Read parser.c
        · Edit parser.c
        · Bash make test  exit 0

      The field counter counted one tab too many. It now adds **1**, and all 12 tests pass.
      "
    `);
  });

  it("a subagent's turns further in, below the turn that began them", async () => {
    const { stdout } = await show(remembered('sidechain'), session('0009'));
    expect(stdout).toMatchInlineSnapshot(`
      "session 00090000-0000-4000-8000-00000000ffff
      when     8 months ago · TIME
      project  skiff · main
      folder   /home/mara/skiff
      turns    1 turn, 2 turns of subagents
      resume   mementor resume 00090000

      ── turn 00090000  TIME
      > ask a second reader whether the proof holds

        · Task Read the proof

      The second reader wants n > 0 in lemma 2.

          ── turn 00090000  TIME · subagent a2
          > Is lemma 2 right?

            · Read proof.tex

          Lemma 2 needs n > 0.

          ── turn 00090000  TIME · subagent a3
          > Warmup

          Ready.
      "
    `);
  });

  it('what is around a conversation, and where it stopped', async () => {
    const { stdout } = await show(remembered('interrupted'), session('0002'));
    expect(stdout).toContain('\n  [interrupted]\n');
    const notes = await show(remembered('compacted'), session('0005'));
    expect(notes.stdout).toContain('\n  [compacted]\n');
    expect(notes.stdout).toContain('  [note: command] ');
    const unknown = await show(remembered('unknown-line-and-block'), session('000d'));
    expect(unknown.stdout).toContain('\n  [unknown: hologram]\n');
  });

  it('one turn', async () => {
    const id = '00020000-0000-4000-8000-000000000001';
    const { stdout } = await show(remembered('interrupted'), id);
    expect(stdout).toContain(`turn ${id}\n`);
    expect(stdout).toContain('> describe every module of the harbour simulator\n');
    expect(stdout).not.toContain('only the tide module');
  });

  it('as one document', async () => {
    const { stdout } = await show(remembered('tool-use'), session('0001'), true);
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      kind: 'session',
      id: session('0001'),
      project: 'skiff',
      startedAt: '2026-03-02T09:00:01.000Z',
      resume: `mementor resume ${session('0001')}`,
      turns: [
        {
          branch: 'main',
          agent: null,
          interrupted: false,
          tags: [],
          suspect: [],
          marks: [],
          steps: [
            { kind: 'prompt', label: null, exitStatus: null, error: null },
            { kind: 'action', label: 'Bash', text: 'make test', exitStatus: 2 },
            { kind: 'action', label: 'Read' },
            { kind: 'action', label: 'Edit' },
            { kind: 'action', label: 'Bash', exitStatus: 0, error: null },
            { kind: 'answer' },
          ],
        },
      ],
    });
  });

  it('nothing has the id: exit status 1', async () => {
    const context = remembered('tool-use');
    const none = await show(context, 'ffff');
    expect(none).toMatchObject({ exitCode: 1, stdout: '' });
    expect(none.stderr).toContain('No session or turn has an id that begins with ffff.\n\nhint: ');
    const json = await show(context, 'ffff', true);
    expect({ ...json, stdout: JSON.parse(json.stdout) }).toEqual({
      exitCode: 1,
      stdout: {
        version: 1,
        kind: null,
        id: 'ffff',
        turns: [],
        error: {
          code: 'SESSION_UNKNOWN',
          message: 'no session or turn has an id that begins with ffff',
          hint: '`mementor sessions --all-projects` lists the sessions',
        },
      },
      stderr: '',
    });
  });

  it('a note has the id', async () => {
    const context = remembered('interrupted');
    const fresh = { ...context, stdout: fakeOutput() };
    await runProgram(['remember', 'The mast is made of pine', '--json'], fresh);
    const { id } = JSON.parse(fresh.stdout.text).note;
    const { exitCode, stderr } = await show(context, id);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('but a note has.');
    expect(stderr).toContain(`\`mementor notes show ${id.slice(0, 8)}\` shows the note`);
    const { error } = JSON.parse((await show(context, id, true)).stdout);
    expect(error.hint).toContain(`mementor notes show ${id.slice(0, 8)}`);
  });

  it.each(['', 'abc', '  ab '])('%j is too short', async (id) => {
    await expect(show(fakeContext(), id)).rejects.toMatchObject({ code: 'ID_SHORT' });
  });

  it('several ids begin so', async () => {
    const context = remembered('interrupted');
    await expect(show(context, '0002')).rejects.toMatchObject({
      code: 'ID_AMBIGUOUS',
      message: expect.stringMatching(
        /^several ids begin with 0002:\n {2}session 0002.*\n {2}turn {4}0002/,
      ),
      hint: 'give more of the id',
    });
  });
});

function aTurn(turn: string, overrides: Partial<WholeTurn> = {}): WholeTurn {
  return {
    turn,
    sessions: ['session-one'],
    project: 'shop',
    startedAtMs: 1_000,
    endedAtMs: 2_000,
    interrupted: false,
    tags: [],
    suspect: [],
    marks: [],
    steps: [{ kind: 'prompt', text: 'Why?' }],
    ...overrides,
  };
}

describe('pick', () => {
  it('takes the only one that begins so', () => {
    const turns = [aTurn('turn-a'), aTurn('turn-b')];
    expect(pick('sess', turns)).toMatchObject({ kind: 'session', id: 'session-one', turns });
    expect(pick('turn-a', [aTurn('turn-a')])).toMatchObject({ kind: 'turn', id: 'turn-a' });
    expect(pick('turn', [])).toBeUndefined();
  });

  it('takes the whole id, also where others begin with it', () => {
    const turns = [
      aTurn('same-1', { sessions: ['same'] }),
      aTurn('same-12', { sessions: ['same'] }),
    ];
    expect(pick('same', turns)).toMatchObject({ kind: 'session', id: 'same' });
    expect(pick('same-1', turns)).toMatchObject({ kind: 'turn', id: 'same-1' });
  });

  it('shows of a session only its own turns', () => {
    const turns = [
      aTurn('a', { sessions: ['fork-1', 'fork-2'] }),
      aTurn('b', { sessions: ['fork-2'] }),
    ];
    expect(pick('fork-1', turns)?.turns.map((turn) => turn.turn)).toEqual(['a']);
    expect(pick('fork-2', turns)?.turns.map((turn) => turn.turn)).toEqual(['a', 'b']);
  });

  it('lists five candidates at most', () => {
    const turns = Array.from({ length: 9 }, (_, index) => aTurn(`turn-${index}`));
    const message = (() => {
      try {
        return pick('turn', turns);
      } catch (error) {
        return String(error);
      }
    })();
    expect(String(message).match(/ turn {4}turn-\d/g)).toHaveLength(5);
    expect(message).toContain('  … and 4 more');
  });
});

describe('renderShown', () => {
  it('lets no stored text steer the terminal', () => {
    const evil = 'x\u001B]0;owned\u0007\u001B[2J\u009B1m\u202Eback\b\u007F\r\ty';
    const kinds = [
      'prompt',
      'answer',
      'action',
      'note',
      'omitted',
      'unknown',
      'interrupted',
      'news',
    ];
    const steps = kinds.map((kind) => ({ kind, text: evil, label: evil, error: evil }));
    const turn = aTurn(evil, {
      sessions: [evil],
      project: evil,
      cwd: evil,
      branch: evil,
      agent: evil,
      steps,
    });
    for (const kind of ['turn', 'session'] as const) {
      const text = renderShown({ kind, id: evil, turns: [turn], cut: true }, WHOLE, page());
      expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
    }
  });

  it('keeps the lines of a text, and puts an action on one', () => {
    const steps = [
      { kind: 'prompt', text: '\n\n  first\n\n\tsecond  \n' },
      { kind: 'action', text: `/w/a.rs\n${'long '.repeat(80)}`, label: 'Bash', exitStatus: 1 },
    ];
    const text = renderShown(
      { kind: 'turn', id: 'a', turns: [aTurn('a', { steps, cwd: '/w' })], cut: false },
      WHOLE,
      page(),
    );
    expect(text).toContain('\n>   first\n>\n>     second\n\n');
    expect(text).toMatch(/\n {2}· Bash a\.rs long .*… {2}exit 1\n$/);
  });

  const ANSWER = [
    'A line of the answer that is much longer than a narrow terminal is wide, so it is wrapped.',
    '- an item that hangs below its own text when it does not fit on the line',
    '```sh',
    `cargo bench ${'--very-long-option '.repeat(10)}`,
    '```',
    '漢字'.repeat(50),
  ].join('\n');

  it.each([60, 80, 160])('fits the terminal, at %i columns', (width) => {
    const steps = [
      { kind: 'prompt', text: `Why? ${'because '.repeat(40)}` },
      { kind: 'action', text: 'long '.repeat(60), label: 'Bash', exitStatus: 0 },
      { kind: 'action', text: 'make', label: 'Bash', exitStatus: 2, error: 'no '.repeat(40) },
      { kind: 'note', text: 'news '.repeat(60), label: 'x' },
      { kind: 'answer', text: ANSWER },
    ];
    const shown = { kind: 'turn', id: 'a', turns: [aTurn('a', { steps })], cut: false } as const;
    const lines = renderShown(shown, WHOLE, page(width)).split('\n');
    const tooWide = lines.filter((line) => visibleWidth(line) > width);
    // Code is to be copied: it is not wrapped.
    expect(tooWide.map((line) => line.slice(0, 11))).toEqual(['cargo bench']);
    expect(lines.find((line) => line.startsWith('  · Bash long'))).toMatch(/… {2}exit 0$/);
    expect(lines).toContain(width === 160 ? lines[0] : '  · Bash make  exit 2');
    expect(lines.filter((line) => line.startsWith('> ')).length).toBeGreaterThan(1);
    if (width === 60) expect(lines.some((line) => /^ {2}\w.*the line$/.test(line))).toBe(true);
  });

  it('shows each turn as one line on request', () => {
    const prompt = (text: string) => [{ kind: 'prompt', text }];
    const turns = [
      aTurn('aaaaaaaa-1', { steps: prompt('First\nof all') }),
      aTurn('bbbbbbbb-2', { agent: 'a2', steps: prompt('Look around') }),
      aTurn('cccccccc-3', { steps: [] }),
    ];
    const text = renderShown(
      { kind: 'session', id: 's', turns, cut: false },
      { ...WHOLE, head: true },
      page(60),
    );
    expect(
      text
        .replace(/19\d\d-\d\d-\d\d \d\d:\d\d/g, 'TIME')
        .split('\n')
        .slice(-4),
    ).toEqual([
      'aaaaaaaa  TIME  > First of all',
      '    bbbbbbbb  TIME  > Look around',
      'cccccccc  TIME  (no prompt)',
      '',
    ]);
  });

  it('shows results where the core kept them, on request', () => {
    const steps = [
      { kind: 'action', text: 'ls', label: 'Bash', exitStatus: 0, result: 'a.rs\nb.rs' },
    ];
    const shown = { kind: 'turn', id: 'a', turns: [aTurn('a', { steps })], cut: false } as const;
    expect(renderShown(shown, WHOLE, page())).not.toContain('b.rs');
    expect(renderShown(shown, { ...WHOLE, results: true }, page())).toContain(
      '  · Bash ls  exit 0\n      a.rs\n      b.rs\n',
    );
  });
});

describe('show of the last list', () => {
  async function listed(context: FakeContext) {
    const stdout = fakeOutput();
    await runProgram(['query', '-a', '--until', '2026-03-03'], { ...context, stdout });
    return stdout.text.match(/turn (\w{8})$/gm)?.length;
  }

  it('shows a hit by its number, and says which list that was', async () => {
    const context = remembered('interrupted');
    expect(await listed(context)).toBe(3);
    const { exitCode, stdout } = await show(context, '2');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('\nlist     hit 2 of 3, listed just now\nsession  00020000-');
    expect(stdout).toContain('> only the tide module');
    const later = { ...context, now: () => new Date(context.now().getTime() + 3 * 86_400_000) };
    expect((await show(later, '1')).stdout).toContain('hit 1 of 3, listed 3 days ago');
  });

  it('says when there is no such hit, or no list', async () => {
    const context = remembered('interrupted');
    await expect(show(context, '1')).rejects.toMatchObject({ code: 'LIST_MISSING' });
    await listed(context);
    await expect(show(context, '4')).rejects.toMatchObject({
      code: 'LIST_SHORT',
      message: 'the last list has 3 hits, and no number 4',
    });
    await expect(show(context, '0')).rejects.toMatchObject({ code: 'LIST_SHORT' });
  });

  it('is gone with what it lists', async () => {
    const context = remembered('interrupted');
    await listed(context);
    const forget = ['forget', '--containing', 'tide', '--all-projects', '--yes'];
    await runProgram(forget, { ...context, stdout: fakeOutput(), stderr: fakeOutput() });
    await expect(show(context, '1')).rejects.toMatchObject({ code: 'LIST_MISSING' });
  });

  it('goes on to the next turn, and back', async () => {
    const context = remembered('interrupted');
    const ask = async (id: string | undefined, beside: 'next' | 'previous') => {
      const stdout = fakeOutput();
      await run({ id, beside, json: false }, { ...context, stdout });
      return /^> (.*)$/m.exec(stdout.text)?.[1];
    };
    await expect(ask(undefined, 'next')).rejects.toMatchObject({ code: 'ID_MISSING' });
    const search = async () =>
      await runProgram(['query', 'tide', '-a'], { ...context, stdout: fakeOutput() });
    await search();
    await expect(ask(undefined, 'next')).rejects.toMatchObject({
      hint: expect.stringContaining('`mementor show 1`'),
    });
    const first = '00020000-0000-4000-8000-000000000001';
    expect(await ask(first, 'next')).toBe('only the tide module, and delete the old table');
    // Another list does not change which turn was shown last.
    await search();
    expect(await ask(undefined, 'next')).toBe('leave the table where it is');
    await expect(ask(undefined, 'next')).rejects.toMatchObject({
      code: 'TURN_AT_END',
      message: expect.stringMatching(/^turn \w{8} is the last of session 00020000$/),
    });
    expect(await ask(undefined, 'previous')).toBe('only the tide module, and delete the old table');
    await expect(ask(session('0002'), 'next')).rejects.toMatchObject({ code: 'TURN_WANTED' });
  });
});

describe('the pager', () => {
  const context = (env: Record<string, string>) => ({
    ...remembered('tool-use'),
    env: { NO_COLOR: '1', ...env },
    stdout: { ...fakeOutput(true, 80), rows: 5 },
  });

  async function shown(env: Record<string, string>, more: Partial<ShowOptions> = {}) {
    const stdout = fakeOutput(true, 80);
    const fresh = { ...context(env), stdout: Object.assign(stdout, { rows: 5 }) };
    expect(await run({ id: session('0001'), json: false, ...more }, fresh)).toBe(0);
    return stdout.text;
  }

  it('gets what is longer than the screen', async () => {
    const file = join(temporaryFolder(), 'paged');
    const text = await shown({ PAGER: `cat > ${file}; echo "$LESS" >> ${file}` });
    expect(text).toBe('');
    expect(readFileSync(file, 'utf8')).toMatch(/^session 0001.*make test.*\nFRX\n$/s);
  });

  it.each([
    ['there is none', { PAGER: '/nowhere/pager' }, {}],
    ['it is empty', { PAGER: '' }, {}],
    ['it is cat', { PAGER: 'cat' }, {}],
    ['it is not wanted', { PAGER: 'false' }, { pager: false }],
  ])('is left out where %s', async (_, env, more) => {
    expect(await shown(env, more)).toContain('· Bash make test');
  });

  it('may be left early', async () => {
    expect(await shown({ PAGER: 'true' })).toBe('');
  });
});
