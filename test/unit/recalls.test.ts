/** The record of a session: what stands in it, what is read of it, and when it goes. */

import { existsSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { homeOf, recallsOf } from '../../src/home/paths.ts';
import type { Recall } from '../../src/memory.ts';
import { expireRecords } from '../../src/recalls/expire.ts';
import { newestIn, recordOf, records, sessionMeant } from '../../src/recalls/find.ts';
import {
  HELD_NOTHING,
  heldAfter,
  type Line,
  type PromptLine,
  parseHeld,
  parseLines,
} from '../../src/recalls/lines.ts';
import { promptLine } from '../../src/recalls/prompt-line.ts';
import { appendLine, endOf, readRecord, recordPath } from '../../src/recalls/record.ts';
import { runWorker } from '../../src/worker/worker.ts';
import { type FakeContext, fakeContext } from '../helpers/fake-context.ts';
import { aNearNote, found } from '../helpers/found.ts';

let context: FakeContext;
let home: string;

beforeEach(() => {
  context = fakeContext();
  home = homeOf(context);
});

function line(verdicts: readonly string[] = [], more: Partial<PromptLine> = {}): PromptLine {
  const about = {
    atMs: 1_000,
    prompt: 'which port?',
    directory: context.cwd,
    dismissed: null,
    rate: 2,
    chars: 0,
    recallMs: 1.4,
    hookMs: 99.6,
  };
  return { ...promptLine(about, found(verdicts), (text) => text), ...more };
}

function pathOf(session: string): string {
  const path = recordPath(home, session);
  if (path === undefined) throw new Error(`no path for ${session}`);
  return path;
}

/** What a session is told of these notes. */
function told(...notes: string[]): Line {
  const layers = [{ name: 'notes', shown: notes.length, known: notes.length, tokens: 9 }];
  const more = { text: 'x', tokens: 9, layers, notes, hookMs: 1 };
  return { atMs: 9, told: 'start', directory: context.cwd, ...more };
}

describe('a line', () => {
  it('reads back what was written, on one line', () => {
    const written = [
      line(['injected', 'unsure'], { prompt: 'a\n"b"\u2028ö 😀' }),
      { compacted: true, atMs: 5 },
      { forked: true, atMs: 6 },
      { compacting: 'auto', atMs: 7 },
      { atMs: 8, promptAtMs: 1_000, turn: 'answer', brought: 9, used: 2 },
    ] as const;
    const text = written.map((each) => `${JSON.stringify(each)}\n`).join('');
    expect(text.match(/\n/g)).toHaveLength(5);
    expect(parseLines(text)).toEqual(written);
  });

  it('holds what was found, in few digits', () => {
    const more = { chars: 401, tokens: 101 };
    expect(line(['injected', 'far'], more)).toEqual({
      atMs: 1_000,
      prompt: 'which port?',
      directory: context.cwd,
      dismissed: null,
      injected: ['turn-1'],
      candidates: [
        { turn: 'turn-1', verdict: 'injected', similarity: 0.7, textScore: 4.2, score: 3 },
        { turn: 'turn-2', verdict: 'far', similarity: 0.7, textScore: 4.2, score: 2 },
      ],
      notes: [],
      noteCandidates: [],
      probability: 0.93,
      threshold: 0.71,
      evidence: { similarityMargin: 0.1235, textMargin: -0.05, question: 1 },
      rate: 2,
      withContext: false,
      searched: 12,
      semantic: true,
      text: '<mementor>\nThe staging database listens on port 6543, behind the bouncer.\n</mementor>',
      chars: 401,
      tokens: 101,
      recallMs: 1,
      hookMs: 100,
    });
  });

  it('names the notes by their ids alone: a note may be forgotten later', () => {
    const near = [aNearNote(), aNearNote({ note: 'note-2', verdict: 'unsure', similarity: null })];
    const kept = promptLine(line(), found([], { notes: near }), (text) => text);
    expect(kept.notes).toEqual(['note-1']);
    expect(kept.noteCandidates).toEqual([
      { note: 'note-1', verdict: 'injected', similarity: 0.6123, shared: 1.5 },
      { note: 'note-2', verdict: 'unsure', similarity: null, shared: 1.5 },
    ]);
    expect(parseLines(JSON.stringify(kept))).toEqual([kept]);
    const { notes: _, noteCandidates: __, ...older } = kept;
    expect(parseLines(JSON.stringify(older))).toMatchObject([{ notes: [], noteCandidates: [] }]);
  });

  it('keeps the added text, masked in its own way', () => {
    const kept = (answer: Recall) =>
      promptLine(
        line(),
        answer,
        () => '',
        (text) => text.replaceAll('6543', '*'),
      ).text;
    expect(kept(found(['injected']))).toContain('listens on port *, behind');
    expect(kept(found(['unsure']))).toBeNull();
    const { text: _, ...older } = line(['injected']);
    expect(parseLines(JSON.stringify(older))).toMatchObject([{ text: null }]);
  });

  it('keeps the beginning of a prompt, masked before it is cut', () => {
    const about = { ...line(), prompt: `${'x'.repeat(1_998)}SECRET` };
    const masked = promptLine(about, found([]), (text) => text.replace('SECRET', '*'));
    expect(masked.prompt).toBe(`${'x'.repeat(1_998)}*`);
    const emoji = promptLine(
      { ...about, prompt: `x${'😀'.repeat(5_000)}` },
      found([]),
      (text) => text,
    );
    expect(emoji.prompt).toBe(`x${'😀'.repeat(999)}`);
  });

  it('that is damaged or foreign costs only itself', () => {
    const good = JSON.stringify(line(['injected']));
    const bad = ['', '{"atMs":1', 'null', '[]', '{}', '{"atMs":"1","compacted":true}', '\u0000{'];
    const foreign = ['{"atMs":1,"prompt":5,"directory":"/"}', '{"compacted":true}', 'hello'];
    const text = [...bad, good, ...foreign, good.slice(0, -9), good].join('\n');
    expect(parseLines(text)).toHaveLength(2);
    expect(heldAfter(parseHeld(text)).recalled).toEqual(['turn-1']);
    const odd = {
      ...line(['injected']),
      injected: [1, 'a', null],
      candidates: [5, {}],
      evidence: [],
    };
    expect(parseLines(JSON.stringify(odd))).toMatchObject([
      { injected: ['a'], candidates: [], evidence: {} },
    ]);
  });

  it('never throws, whatever stands there', () => {
    fc.assert(
      fc.property(fc.string(), fc.json(), (text, json) => {
        expect(Array.isArray(parseLines(`${text}\n${json}\n{${text}`))).toBe(true);
      }),
    );
  });
});

describe('what the context holds', () => {
  it('is all that was brought back since the last compaction', () => {
    const turns = (...injected: string[]) => line([], { injected });
    const lines: Line[] = [turns('a', 'b'), turns(), turns('b', 'c')];
    expect(heldAfter(lines)).toEqual({
      recalled: ['a', 'b', 'c'],
      notes: [],
      compactedAtMs: undefined,
      forked: false,
    });
    lines.push({ compacted: true, atMs: 50 });
    expect(heldAfter(lines)).toMatchObject({ recalled: [], compactedAtMs: 50 });
    lines.push(turns('b'), { compacted: true, atMs: 70 }, turns('d'));
    expect(heldAfter(lines)).toMatchObject({ recalled: ['d'], compactedAtMs: 70 });
    expect(heldAfter([{ forked: true, atMs: 1 }, ...lines])).toMatchObject({ forked: true });
    expect(heldAfter([])).toEqual(HELD_NOTHING);
  });

  it('is every note that it was told, at its start or at a prompt, since the last compaction', () => {
    const lines: Line[] = [told('a', 'b'), line([], { notes: ['c'] }), line([], { notes: ['a'] })];
    expect(heldAfter(lines).notes).toEqual(['a', 'b', 'c']);
    const compacted: Line = { compacted: true, atMs: 50 };
    expect(heldAfter([...lines, compacted, told('b')]).notes).toEqual(['b']);
    const auto: Line = { compacting: 'auto', atMs: 40 };
    expect(heldAfter([...lines, auto, compacted]).notes).toEqual(['a']);
  });

  describe('after a compaction that a prompt set off', () => {
    const turns = (...injected: string[]) => line([], { injected });
    const auto: Line = { compacting: 'auto', atMs: 40 };
    const compacted: Line = { compacted: true, atMs: 50 };

    /** As it is read from a file. */
    function held(...lines: Line[]) {
      const text = lines.map((each) => `${JSON.stringify(each)}\n`).join('');
      expect(heldAfter(parseHeld(text))).toEqual(heldAfter(lines));
      return heldAfter(lines);
    }

    it('is what that prompt got', () => {
      const after = held(turns('a'), turns('b', 'c'), auto, compacted);
      expect(after).toMatchObject({ recalled: ['b', 'c'], compactedAtMs: 50, forked: false });
      expect(held(turns('a'), turns(), auto, compacted).recalled).toEqual([]);
      expect(held(auto, compacted).recalled).toEqual([]);
    });

    it('and what later prompts got', () => {
      expect(held(turns('a'), auto, compacted, turns(), turns('d')).recalled).toEqual(['a', 'd']);
      expect(held(turns('a'), auto, turns('b'), compacted).recalled).toEqual(['b']);
      expect(held(turns('a'), auto, turns(), compacted).recalled).toEqual([]);
      expect(held(turns('a'), auto, turns('b')).recalled).toEqual(['a', 'b']);
    });

    it('until the next one, which may be by hand', () => {
      const before = [turns('a'), auto, compacted] as const;
      expect(held(...before, compacted).recalled).toEqual([]);
      expect(held(...before, turns('b'), compacted).recalled).toEqual([]);
      expect(held(...before, turns('b'), auto, compacted).recalled).toEqual(['b']);
    });
  });

  it('is read the same from the lines that matter', () => {
    const any = fc.oneof(
      fc.constant<Line>({ compacting: 'auto', atMs: 6 }),
      fc.constant<Line>({ compacted: true, atMs: 7 }),
      fc.constant<Line>({ forked: true, atMs: 8 }),
      fc.constant<Line>({ atMs: 9, promptAtMs: 1_000, turn: 'a', brought: 3, used: 1 }),
      fc
        .record({
          injected: fc.array(fc.constantFrom('a', 'b', 'c')),
          notes: fc.array(fc.constantFrom('n', 'o')),
          prompt: fc.string(),
        })
        .map((fields): Line => line([], fields)),
      fc.array(fc.constantFrom('n', 'o', 'p')).map((notes): Line => told(...notes)),
    );
    fc.assert(
      fc.property(fc.array(any), (lines) => {
        const text = lines.map((each) => `${JSON.stringify(each)}\n`).join('');
        expect(heldAfter(parseHeld(text))).toEqual(heldAfter(lines));
      }),
    );
  });
});

describe('a record', () => {
  it('is for nobody else to read, and made when it is needed', () => {
    const path = pathOf('s-1');
    expect(readRecord(path)).toEqual({ held: HELD_NOTHING, exists: false, torn: false });
    expect(existsSync(home)).toBe(false);
    appendLine(path, line(['injected']));
    appendLine(path, line());
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(recallsOf(home)).mode & 0o777).toBe(0o700);
    expect(statSync(home).mode & 0o777).toBe(0o700);
    expect(path).toBe(join(home, 'recalls', 's-1.jsonl'));
    expect(readRecord(path)).toMatchObject({ held: { recalled: ['turn-1'] }, exists: true });
  });

  it.each(['', '../x', 'a/b', 'a.b', 'x'.repeat(101), 'ö', 'a\0', 'a\n', '.'])(
    'has no place for a session named %j',
    (session) => expect(recordPath(home, session)).toBeUndefined(),
  );

  it('that ends in half a line goes on with a whole one', () => {
    const path = pathOf('torn');
    appendLine(path, line(['injected']));
    writeFileSync(path, `${readFileSync(path, 'utf8')}{"atMs":5,"prom`);
    const { torn, held } = readRecord(path);
    expect({ torn, recalled: held.recalled }).toEqual({ torn: true, recalled: ['turn-1'] });
    appendLine(path, { compacted: true, atMs: 9 }, torn);
    expect(readRecord(path)).toMatchObject({
      torn: false,
      held: { recalled: [], compactedAtMs: 9 },
    });
  });

  it('is read from its end, at the beginning of a line', () => {
    const path = pathOf('long');
    mkdirSync(recallsOf(home), { recursive: true });
    writeFileSync(path, 'first ö\nsecond\nthird\n');
    expect(endOf(path, 9)).toBe('third\n');
    expect(endOf(path, 1_000)).toBe('first ö\nsecond\nthird\n');
    expect(endOf(path, 0)).toBe('');
  });
});

describe('old records', () => {
  /** Days since a record was written. */
  function aged(session: string, days: number): string {
    appendLine(pathOf(session), line());
    const at = new Date(context.now().getTime() - days * 24 * 60 * 60 * 1_000);
    utimesSync(pathOf(session), at, at);
    return pathOf(session);
  }

  it('go after thirty days, and others stay', async () => {
    const [old, young] = [aged('old', 31), aged('young', 29)];
    const foreign = join(recallsOf(home), 'notes.txt');
    writeFileSync(foreign, 'mine');
    utimesSync(foreign, 0, 0);
    await expireRecords(home, context.now().getTime());
    expect([old, young, foreign].map((path) => existsSync(path))).toEqual([false, true, true]);
  });

  it('are no matter where there is none', async () => {
    await expireRecords(home, 0);
    mkdirSync(home, { recursive: true });
    writeFileSync(recallsOf(home), 'mine');
    await expireRecords(home, 0);
    expect(readFileSync(recallsOf(home), 'utf8')).toBe('mine');
  });

  it('are deleted by the worker', async () => {
    const old = aged('old', 31);
    await runWorker({ ...context, env: { MEMENTOR_MODELS: '/nonexistent' } });
    expect(existsSync(old)).toBe(false);
  });
});

describe('the session that is meant', () => {
  function recorded(session: string, directory: string, atSeconds: number): void {
    appendLine(pathOf(session), line([], { directory, prompt: session }));
    utimesSync(pathOf(session), atSeconds, atSeconds);
  }

  beforeEach(() => {
    recorded('aaaa-1', context.cwd, 100);
    recorded('bbbb-2', context.homedir, 200);
    recorded('bbbc-3', '/elsewhere', 300);
  });

  it('ran last in this directory, or in one above it', async () => {
    expect((await newestIn(home, context.cwd))?.session).toBe('bbbb-2');
    recorded('aaaa-1', context.cwd, 250);
    expect((await newestIn(home, join(context.cwd, 'src')))?.session).toBe('aaaa-1');
    expect((await newestIn(home, '/nowhere'))?.session).toBeUndefined();
    expect((await records(home)).map(({ session }) => session)).toEqual([
      'bbbc-3',
      'aaaa-1',
      'bbbb-2',
    ]);
  });

  it('is named by the beginning of its id', async () => {
    expect(await sessionMeant('aaaa', context)).toBe('aaaa-1');
    expect(await sessionMeant('bbbb-2', context)).toBe('bbbb-2');
    expect(await sessionMeant('unknown', context)).toBe('unknown');
    await expect(sessionMeant('bbb', context)).rejects.toThrow(/several sessions/);
    await expect(sessionMeant('../x', context)).rejects.toThrow(/is no session's id/);
  });

  it('is the one that this process runs in', async () => {
    const inside = { ...context, env: { CLAUDE_CODE_SESSION_ID: 'cccc-4' } };
    expect(await sessionMeant(undefined, inside)).toBe('cccc-4');
    expect(await sessionMeant(undefined, context)).toBe('bbbb-2');
    expect(await sessionMeant(undefined, { ...context, cwd: '/nowhere' })).toBeUndefined();
  });

  it('may have a record without a prompt, or one that cannot be read', async () => {
    appendLine(pathOf('marked'), { forked: true, atMs: 1 });
    mkdirSync(join(recallsOf(home), 'folder.jsonl'));
    writeFileSync(join(recallsOf(home), 'a b.jsonl'), JSON.stringify(line()));
    expect(await recordOf(home, 'marked')).toBeUndefined();
    expect(await recordOf(home, 'folder')).toBeUndefined();
    expect(await records(home)).toHaveLength(3);
  });
});
