/** What the server's tools cost and show: definitions, budgets, and who said what. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listedTools } from '../../src/mcp/answer-call.ts';
import { bounded } from '../../src/mcp/bounded.ts';
import { clientDirectory } from '../../src/mcp/directory.ts';
import { fitted, noteEntry, shortened, textOf, turnEntry } from '../../src/mcp/entries.ts';
import { fittedPiece } from '../../src/mcp/fitted-pieces.ts';
import { harmless, harmlessLine } from '../../src/mcp/harmless.ts';
import { meant } from '../../src/mcp/meant.ts';
import { LEVELS, type Level, shownPiece } from '../../src/mcp/pieces.ts';
import { INSTRUCTIONS } from '../../src/mcp/tools.ts';
import type { Note, WholeTurn } from '../../src/memory.ts';
import { cutToTokens, tokensIn } from '../../src/text/tokens.ts';
import { fakeContext } from '../helpers/fake-context.ts';
import { aFoundHit } from '../helpers/hit.ts';

const ROOT = join(import.meta.dirname, '../..');

describe('the definitions of the tools', () => {
  it('cost at most 900 tokens together, names and all', () => {
    expect(tokensIn(JSON.stringify(listedTools()))).toBeLessThanOrEqual(900);
    expect(tokensIn(INSTRUCTIONS)).toBeLessThanOrEqual(200);
  });

  it('have names that every client takes, and say what they do to the memory', () => {
    const writing = ['memory_remember', 'memory_update'];
    for (const { name, annotations } of listedTools().tools) {
      expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      expect(annotations).toMatchObject({
        readOnlyHint: !writing.includes(name),
        openWorldHint: false,
      });
    }
  });
});

describe('the estimate of tokens', () => {
  it('counts three characters of ASCII, or one other, as a token', () => {
    expect([tokensIn(''), tokensIn('abc'), tokensIn('abcd'), tokensIn('日本語')]).toEqual([
      0, 1, 2, 3,
    ]);
  });

  it('cuts a text to no more than was asked, and never a character in two', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 40 }), (text, max) => {
        const short = cutToTokens(text, max);
        expect(tokensIn(short)).toBeLessThanOrEqual(max);
        expect(short.isWellFormed()).toBe(text.isWellFormed() || short === text);
      }),
    );
    expect(cutToTokens('one two three four five', 6)).toBe('one two three…');
  });
});

/** The sentences that the core is tested with, too. */
const ATTEMPTS: readonly (readonly [string, string, string])[] = readFileSync(
  join(ROOT, 'crates/core/data/recall/attempts.jsonl'),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

describe('stored text for a model', () => {
  it.each(ATTEMPTS)('is nothing but text when it %s', (_, text, expected) => {
    expect(harmless(text)).toBe(expected);
    expect(harmlessLine(text)).not.toMatch(/\n|<\/?(mementor|system|human)/i);
  });

  it.each([
    'Use `Vec<u8>` and <div class="x">, not <T>.',
    'if (a < b && c > d) return a </ b;',
    'The human: a term. Ask the system: it knows.',
    'Zoë said: “naïve” — 👩\u200d👩\u200d👧 नमस्ते می\u200cخواهم',
    '> quoted already',
  ])('stays as it is: %s', (text) => {
    expect(harmless(text)).toBe(text);
  });

  it('takes no longer for a text that was made to take long', () => {
    const texts = [
      '<'.repeat(50_000),
      `<${' '.repeat(100_000)}`,
      '\u200d'.repeat(100_000),
      '\x1B]'.repeat(50_000),
    ];
    for (const text of texts) {
      const began = performance.now();
      harmless(text);
      expect(performance.now() - began).toBeLessThan(5_000);
    }
  });
});

describe('the arguments of a model', () => {
  const schema = {
    properties: {
      words: { type: 'string' },
      level: { type: 'string', enum: ['line', 'whole'] },
      limit: { type: 'integer', minimum: 1, maximum: 100 },
      all: { type: 'boolean' },
      kinds: { type: 'array' },
    },
    required: ['words'],
  };

  it.each([
    [null, {}],
    [{ words: null, limit: null, other: null }, {}],
    [{ words: '', level: '', limit: ' ', all: 'null', kinds: '' }, { words: '' }],
    [
      { words: '3', limit: '3', all: 'TRUE' },
      { words: '3', limit: 3, all: true },
    ],
    [
      { limit: '3.0', all: 'false', level: ' Whole ' },
      { limit: 3, all: false, level: 'whole' },
    ],
    [{ kinds: 'turn' }, { kinds: ['turn'] }],
    [{ kinds: 'turn, rule' }, { kinds: ['turn', 'rule'] }],
    [{ kinds: '["turn", "rule"]' }, { kinds: ['turn', 'rule'] }],
    [{ kinds: ['src/a,b.md', null] }, { kinds: ['src/a,b.md'] }],
    [{ kinds: 'src/a,b.md' }, { kinds: ['src/a,b.md'] }],
    [
      { limit: 0, all: 1 },
      { limit: 1, all: true },
    ],
    [
      { limit: '-5', all: 'Yes' },
      { limit: 1, all: true },
    ],
    [
      { limit: 5_000, all: 0 },
      { limit: 100, all: false },
    ],
    // What cannot be meant stays, and is refused by its name.
    [
      { limit: 'three', all: 'perhaps', words: 7 },
      { limit: 'three', all: 'perhaps', words: 7 },
    ],
  ])('%j are %j', (given, expected) => {
    expect(meant(given, schema)).toEqual(expected);
  });
});

const LONG = 'The mast is of spruce, and the boom of ash. '.repeat(40);

function found(index: number) {
  return turnEntry(
    aFoundHit({ turn: `turn${index}xyz`, prompt: 'Which wood?', passage: LONG }),
    false,
  );
}

describe('hits within a budget', () => {
  it('cost no more than the budget, whatever it is', () => {
    const entries = Array.from({ length: 9 }, (_, index) => found(index));
    for (const budget of [60, 100, 300, 600, 2_000]) {
      const kept = fitted(entries, budget);
      expect(tokensIn(kept.map(textOf).join('\n'))).toBeLessThanOrEqual(budget);
    }
    expect(fitted(entries, 600).length).toBeGreaterThan(fitted(entries, 300).length - 1);
    expect(fitted(entries, 100)).toHaveLength(1);
  });

  it('are shortened at a space', () => {
    const { long } = shortened(found(1), 60);
    expect(long.text).toMatch(/^The mast is of spruce.*\S…$/);
    expect(long.text.length).toBeLessThanOrEqual(61);
  });

  it('say that a subagent was asked by an agent, and name the project only among several', () => {
    const own = found(1);
    expect(textOf(own)).toContain('person asked: Which wood?');
    expect(textOf(own)).not.toContain('project');
    const sub = turnEntry(aFoundHit({ agent: 'a1', prompt: 'Look' }), true);
    expect(textOf(sub)).toMatch(/ · project .* · subagent\n {2}agent asked: Look\n/);
  });
});

const NOTE: Note = {
  id: '4fe1c2a0-0000',
  kind: 'rule',
  summary: 'Use tabs',
  body: '',
  tags: [],
  files: [],
  scope: 'project',
  project: 'boat',
  projectKey: 'boat',
  state: 'active',
  author: 'person',
  confidence: 1,
  pinned: false,
  supersedes: [],
  writtenMs: 0,
  changedMs: 0,
  said: 1,
  saidMs: Date.parse('2026-11-03T12:00:00Z'),
  statements: [],
};

describe('a note', () => {
  it.each([
    ['person', 1, 'the person'],
    ['agent', 0.5, 'an agent, unconfirmed'],
    ['agent', 1, 'an agent, confirmed by the person'],
    ['answer', 0.5, "an agent's answer, unconfirmed"],
    ['prompt', 0.5, "rules, found in the person's prompt, unconfirmed"],
    ['import', 0.5, 'import, unconfirmed'],
  ])('of %s with confidence %d is by %s', (author, confidence, by) => {
    const { head } = noteEntry({ ...NOTE, author, confidence }, '', false);
    expect(head).toBe(`[4fe1c2a0] 2026-11-03 · rule by ${by}`);
  });

  it('tells what became of it', () => {
    const old = noteEntry({ ...NOTE, state: 'resolved', supersededBy: 'abcdefgh-1' }, '', false);
    expect(textOf(old)).toBe(
      '[4fe1c2a0] 2026-11-03 · rule by the person · superseded by abcdefgh · resolved\n  Use tabs',
    );
  });
});

const step = (kind: string, text: string) => ({ kind, text });

function aTurn(turn: string, ...steps: readonly { kind: string; text: string }[]): WholeTurn {
  return {
    turn,
    sessions: ['s1234567-1'],
    project: 'boat',
    projectKey: 'boat',
    startedAtMs: Date.parse('2026-11-03T12:00:00Z'),
    endedAtMs: 0,
    interrupted: false,
    steps: [...steps],
  };
}

describe('a whole turn within a budget', () => {
  const turn = aTurn(
    'abcdefgh-1',
    step('prompt', 'Which wood for the mast?'),
    ...Array.from({ length: 30 }, (_, at) => step('answer', `Looking at plank ${at}. ${LONG}`)),
    step('answer', `Spruce. ${LONG}`),
  );
  const piece = shownPiece({ kind: 'turn', id: turn.turn, turns: [turn], cut: false }, 'whole');

  it.each([120, 300, 1_000, 4_000])('costs at most %d tokens, and keeps both ends', (tokens) => {
    const fit = fittedPiece(piece, tokens);
    expect(tokensIn(fit)).toBeLessThanOrEqual(tokens);
    expect(fit).toContain('person: Which wood for the mast?');
    expect(fit).toContain('agent: Spruce.');
    expect(fit).toContain('raise `budget`');
  });

  it('says where something is left out', () => {
    const text = fittedPiece(piece, 150);
    const lines = text.split('\n').slice(1, 4);
    expect(lines[0]).toMatch(/^ {2}person: Which wood/);
    expect(lines[1]).toMatch(/^ {2}\(\d+ left out\)$/);
    expect(lines[2]).toMatch(/^ {2}agent: Spruce\./);
  });

  it('keeps what the person said in between, and of answers rather the long ones', () => {
    const steps = [
      step('prompt', 'Which wood for the mast?'),
      step('answer', 'Let me look.'),
      step('prompt', 'No oak, please'),
      step('answer', 'Ash bends, spruce is light: it is a trade. '.repeat(9)),
      step('answer', 'Now let me look at the other planks, one after the other.'),
      step('answer', 'Spruce.'),
    ];
    const short = aTurn('abcdefgh-1', ...steps);
    const shown = shownPiece({ kind: 'turn', id: short.turn, turns: [short], cut: false }, 'whole');
    const text = fittedPiece(shown, 150);
    expect(text).toMatch(/person: Which.*\(1 left out\)\n.*No oak.*Ash bends.*agent: Spruce\./s);
    expect(text).not.toContain('let me look');
  });

  it('is whole when there is room', () => {
    const text = fittedPiece(piece, 100_000);
    expect(text).not.toContain('left out');
    expect(text.match(/^ {2}(?:person|agent): /gm)).toHaveLength(32);
  });
});

describe('a whole session within a budget', () => {
  const turns = Array.from({ length: 40 }, (_, at) =>
    aTurn(
      `turn${at.toString().padStart(4, '0')}-1`,
      step('prompt', `Question ${at}?`),
      ...Array.from({ length: 9 }, () => step('answer', 'Let me look at the next plank.')),
      step('answer', `Answer ${at}. ${LONG}`),
    ),
  );
  const piece = (count: number, level: Level) =>
    shownPiece({ kind: 'session', id: 's1', turns: turns.slice(0, count), cut: false }, level);

  it.each([100, 200, 1_000, 4_000])('costs at most %d tokens', (tokens) => {
    for (const level of LEVELS) {
      expect(tokensIn(fittedPiece(piece(40, level), tokens))).toBeLessThanOrEqual(tokens);
    }
  });

  it('has each answer under its own prompt, each prompt once, and marks between them', () => {
    const text = fittedPiece(piece(10, 'whole'), 1_500);
    const told = text.split('\n').slice(1, -1);
    const one = (at: number) => [
      expect.stringMatching(`^ {2}\\[turn000${at}\\] `),
      `    person: Question ${at}?`,
      '    (9 left out)',
      expect.stringMatching(`^ {4}agent: Answer ${at}\\. The mast.*…$`),
    ];
    expect(told).toEqual(Array.from({ length: 10 }, (_, at) => one(at)).flat());
    expect(text).toMatch(/\(cut: .*`budget`\)$/);
  });

  it('leaves out whole turns where there is no room, and says how many and where', () => {
    const text = fittedPiece(piece(40, 'whole'), 1_000);
    const kept = [...text.matchAll(/Question (\d+)\?/g)].map(([, at]) => Number(at));
    expect(kept.slice(0, 2)).toEqual([0, 41 - kept.length]);
    expect(kept.at(-1)).toBe(39);
    expect(text).toContain(`  (${40 - kept.length} turns left out)`);
  });

  it('gives what a short turn leaves to the long ones', () => {
    const [long, ...short] = [
      aTurn('turn0000-1', step('prompt', 'Why?'), step('answer', LONG)),
      ...Array.from({ length: 5 }, (_, at) => aTurn(`turn000${at + 1}-1`, step('prompt', 'Yes'))),
    ] as [WholeTurn, ...WholeTurn[]];
    const session = { kind: 'session', id: 's1', turns: [long, ...short], cut: false } as const;
    expect(fittedPiece(shownPiece(session, 'whole'), 900)).toContain(LONG.trim());
  });

  it('is a list of prompts at the level `line`', () => {
    const text = fittedPiece(piece(10, 'line'), 2_000);
    expect(text).toContain('person: Question 9?');
    expect(text).not.toContain('agent');
    expect(text).not.toContain('left out');
  });

  it('says that there are more turns than it was given', () => {
    const cut = shownPiece({ kind: 'session', id: 's1', turns, cut: true }, 'line');
    expect(cut.head).toContain('the first 40 turns of a session');
  });
});

describe('the directory of a client', () => {
  const context = fakeContext({ env: { CLAUDE_PROJECT_DIR: '/work/boat' } });

  it.each([
    [['file:///work/hull', 'file:///work/sail'], '/work/hull'],
    [['https://example.com/', 'file:///work/sail'], '/work/sail'],
    [[], '/work/boat'],
    [undefined, '/work/boat'],
  ])('with the roots %j is %s', async (roots, expected) => {
    expect(await clientDirectory(context).of(async () => roots)).toBe(expected);
  });

  it('is where the process runs when nobody tells, or the client fails', async () => {
    const plain = fakeContext();
    const fails = async () => await Promise.reject(new Error('no'));
    expect(await clientDirectory(plain).of(fails)).toBe(plain.cwd);
  });

  it('is asked for once, until the roots change', async () => {
    const directory = clientDirectory(context);
    let asked = 0;
    const ask = async () => {
      asked += 1;
      return [`file:///work/${asked}`];
    };
    const both = await Promise.all([directory.of(ask), directory.of(ask)]);
    expect([...both, asked]).toEqual(['/work/1', '/work/1', 1]);
    directory.changed();
    expect(await directory.of(ask)).toBe('/work/2');
  });
});

describe('a bounded wait', () => {
  it('ends with an error that says to try again', async () => {
    const waits = async ({ interrupted }: { interrupted: AbortSignal }) => {
      await new Promise((resolve) => interrupted.addEventListener('abort', resolve));
      return undefined;
    };
    await expect(bounded(fakeContext(), waits, 5)).rejects.toMatchObject({ code: 'INGEST_BUSY' });
    expect(await bounded(fakeContext(), async () => 'done')).toBe('done');
  });
});
