/** `mementor show`: what an id means, and the conversation as it reads. */

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pick } from '../../src/answers/show.ts';
import { run } from '../../src/commands/show.ts';
import type { WholeTurn } from '../../src/memory.ts';
import { renderShown } from '../../src/output/shown.ts';
import { style } from '../../src/output/style.ts';
import { type FakeContext, fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { remember } from '../helpers/remembered.ts';

const FIXTURES = join(import.meta.dirname, '../fixtures/transcripts');
const PLAIN = style(fakeOutput(), {});

function remembered(...names: string[]): FakeContext {
  const context = fakeContext();
  remember(context, ...names.map((name) => join(FIXTURES, `${name}.jsonl`)));
  return context;
}

async function show(context: FakeContext, id: string, json = false) {
  const fresh = { ...context, stdout: fakeOutput(), stderr: fakeOutput() };
  const exitCode = await run({ id, json }, fresh);
  // Times are local, and this runs in any zone.
  const stdout = fresh.stdout.text.replace(/2026-\d\d-\d\d \d\d:\d\d/g, 'TIME');
  return { exitCode, stdout, stderr: fresh.stderr.text };
}

const session = (number: string) => `${number}0000-0000-4000-8000-00000000ffff`;

describe('show', () => {
  it('a session: prompts, actions, what failed, answers', async () => {
    const { exitCode, stdout } = await show(remembered('tool-use'), session('0001'));
    expect(exitCode).toBe(0);
    expect(stdout).toMatchInlineSnapshot(`
      "session 00010000-0000-4000-8000-00000000ffff
      when     TIME
      project  skiff · main
      folder   /home/mara/skiff
      turns    1 turn
      resume   mementor resume 00010000-0000-4000-8000-00000000ffff

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
      when     TIME
      project  skiff · main
      folder   /home/mara/skiff
      turns    1 turn, 2 turns of subagents
      resume   mementor resume 00090000-0000-4000-8000-00000000ffff

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
    expect(notes.stdout).toContain('  [note: local-command] ');
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
      stdout: { version: 1, kind: null, id: 'ffff', turns: [] },
      stderr: '',
    });
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
    expect(message).toContain('  and 4 more');
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
      const text = renderShown({ kind, id: evil, turns: [turn], cut: true }, PLAIN);
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
      PLAIN,
    );
    expect(text).toContain('\n>   first\n>\n>     second\n\n');
    expect(text).toMatch(/\n {2}· Bash a\.rs long .*… {2}exit 1\n$/);
  });
});
