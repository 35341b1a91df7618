/** What `mementor query` says before its hits: corrections, names that no turn holds, days. */

import { describe, expect, it } from 'vitest';
import type { FoundAnswer } from '../../src/answers/query.ts';
import { queryNotes, quietNote, waitingNote } from '../../src/output/query-notes.ts';
import { runProgram } from '../../src/program/program.ts';
import { fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { aFoundHit } from '../helpers/hit.ts';
import { remember, writeTranscript } from '../helpers/remembered.ts';

function answer(fields: Partial<FoundAnswer> = {}): FoundAnswer {
  return {
    hits: [aFoundHit()],
    searched: 9,
    semantic: true,
    corrected: [],
    nearest: false,
    missing: [],
    waiting: 0,
    chunks: 100,
    ...fields,
  };
}

describe('the notes', () => {
  it('are none for a plain find', () => {
    expect(queryNotes(answer())).toEqual([]);
    expect(waitingNote(answer())).toBeUndefined();
  });

  it('name the words that were corrected', () => {
    const corrected = [
      { from: 'brnach', to: 'branch' },
      { from: 'colision', to: 'collision' },
    ];
    expect(queryNotes(answer({ corrected }))).toEqual([
      'Searched for "branch" instead of "brnach" and "collision" instead of "colision". Put a word in quotes to search for it as it is.',
    ]);
  });

  it('tell the nearest turns from a find', () => {
    const of = (missing: string[]) => queryNotes(answer({ nearest: true, missing }));
    expect(of(['x_y'])).toEqual(['No turn contains "x_y"; the nearest:']);
    expect(of(['x_y', 'z\u001b2'])).toEqual(['No turn contains "x_y" or "z\uFFFD2"; the nearest:']);
    expect(of(['a', 'b', 'c', 'd', 'e', 'f', 'g'])[0]).toContain('"e" or 2 more');
    expect(queryNotes(answer({ nearest: true, missing: ['x'], hits: [] }))).toEqual([]);
    const detail = answer({ nearest: true, missing: ['deduplicate'] });
    expect(queryNotes(detail, 'deduplicate the queue')).toEqual([]);
    expect(quietNote(detail, 'deduplicate the queue')).toContain('none has "deduplicate"');
    expect(quietNote(detail, 'deduplicate')).toBeUndefined();
    const name = answer({ nearest: true, missing: ['useQueue'] });
    expect(quietNote(name, 'useQueue in the worker')).toBeUndefined();
  });

  it('name the days of a listing, and how many turns there are', () => {
    const day = (date: string) => new Date(`${date}T00:00:00`).getTime();
    const of = (since: string, until: string, listed: number) =>
      queryNotes(answer({ asDate: { sinceMs: day(since), untilMs: day(until) }, listed }));
    expect(of('2026-02-10', '2026-02-11', 1)).toEqual(['1 turn on 2026-02-10, oldest first:']);
    expect(of('2026-02-02', '2026-02-09', 23)).toEqual([
      '1 of 23 turns from 2026-02-02 to 2026-02-08, newest first:',
    ]);
  });

  it('say how much cannot be found by meaning yet', () => {
    const note = waitingNote(answer({ waiting: 2_926, chunks: 3_262 }));
    expect(note).toContain('90 % of what was searched');
    const degraded = { code: 'MODEL_MISSING', message: 'there is none' };
    expect(waitingNote(answer({ waiting: 99, degraded }))).toBeUndefined();
    expect(waitingNote(answer({ waiting: 15 }))).toBeUndefined();
  });
});

describe('a query that is only a date', () => {
  const context = fakeContext();
  const turns = [
    { at: '2025-02-09T12:00:00', prompts: ['the week of the lantern'] },
    { at: '2025-02-10T12:00:00', prompts: ['first of the day', 'second of the day'] },
    { at: '2025-02-11T12:00:00', prompts: ['the day after'] },
  ];
  const paths = turns.map(({ at, prompts }, index) => {
    const written = { project: 'pier', session: `5e55000${index}`, prompts };
    return writeTranscript(context, { ...written, at: new Date(at).toISOString() });
  });
  remember(context, ...paths);

  async function asked(...args: string[]) {
    const fresh = { ...context, stdout: fakeOutput(), stderr: fakeOutput() };
    await runProgram(['query', '-a', '--json', ...args], fresh);
    const { hits, asDate, listed } = JSON.parse(fresh.stdout.text);
    return { prompts: hits.map(({ prompt }: { prompt: string }) => prompt), asDate, listed };
  }

  it('lists the turns of that day in their order', async () => {
    const found = await asked('what did I do on february 10');
    expect(found).toEqual({
      prompts: ['first of the day', 'second of the day'],
      asDate: {
        since: new Date('2025-02-10T00:00:00').toISOString(),
        until: new Date('2025-02-11T00:00:00').toISOString(),
      },
      listed: 2,
    });
  });

  it('lists a longer time from its end', async () => {
    const found = await asked('from 2025-02-09 to 2025-02-10', '-n', '2');
    expect([found.prompts, found.listed]).toEqual([['second of the day', 'first of the day'], 3]);
  });

  it('says that nothing is of these days', async () => {
    const fresh = { ...context, stdout: fakeOutput(), stderr: fakeOutput() };
    expect(await runProgram(['query', '-a', 'on january 3, 2025'], fresh)).toBe(1);
    expect(fresh.stderr.text).toContain('Nothing found on 2025-01-03 in ');
  });

  it('is a search when it has a subject or a time filter', async () => {
    expect((await asked('lantern of february 10')).asDate).toBeNull();
    const filtered = await asked('february 10', '--since', '2025-02-11');
    expect(filtered.asDate).toBeNull();
  });
});
