/** What `mementor query` says before its hits: corrections, names that no turn holds, days. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FoundAnswer } from '../../src/operations/query.ts';
import { queryNotes, quietNote, waitingNote } from '../../src/output/query-notes.ts';
import { runProgram } from '../../src/program/program.ts';
import { fakeContext, fakeOutput } from '../helpers/fake-context.ts';
import { aFoundHit } from '../helpers/hit.ts';
import { remember, writeTranscript } from '../helpers/remembered.ts';
import { conversation } from '../helpers/sandbox.ts';

function answer(fields: Partial<FoundAnswer> = {}): FoundAnswer {
  return {
    hits: [aFoundHit()],
    searched: 9,
    semantic: true,
    corrected: [],
    offered: [],
    answered: 'found',
    missing: [],
    known: [],
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

  it('offer another word, which was not searched', () => {
    const offered = [{ from: 'binance', to: 'balance' }];
    expect(queryNotes(answer({ offered, hits: [] }))).toEqual([
      'Nothing has "binance". Did you mean "balance"?',
    ]);
  });

  it('tell the nearest turns from a find', () => {
    const of = (missing: string[]) => queryNotes(answer({ answered: 'not-here', missing }));
    expect(of(['x_y'])).toEqual(['Not here: no prompt, answer or command has "x_y"; the nearest:']);
    expect(of(['x_y', 'z\u001b2'])[0]).toContain('has "x_y" or "z\uFFFD2"; the nearest:');
    expect(of(['a', 'b', 'c', 'd', 'e', 'f', 'g'])[0]).toContain('"e" or 2 more');
    const nothing = answer({ answered: 'not-here', missing: ['x'], hits: [] });
    expect(queryNotes(nothing)).toEqual([]);
    expect(quietNote(nothing)).toBeUndefined();
    expect(quietNote(answer({ answered: 'not-here', missing: ['x'] }))).toBeUndefined();
  });

  it('tell an answer from what is only about the same things', () => {
    expect(quietNote(answer())).toBe('Found:');
    expect(quietNote(answer({ missing: ['lag'] }))).toBe('Found, though none has "lag":');
    const related = answer({ answered: 'related' });
    expect(quietNote(related)).toBe('Related; whether one of these answers it is not certain:');
    expect(queryNotes(related)).toEqual([]);
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

describe('an id or the hash of a commit', () => {
  const context = fakeContext({ now: () => new Date('2026-12-01T12:00:00Z') });
  const { session, prompt, tool, answer: says } = conversation(context.cwd);
  const path = join(context.homedir, 'a.jsonl');
  mkdirSync(context.homedir, { recursive: true });
  writeFileSync(
    path,
    prompt('Paint the keel') +
      tool('Bash', { command: 'git commit -m keel' }, '[main 6a3c131] keel\n 1 file changed') +
      says('The keel is painted.') +
      prompt('Look at the log') +
      tool('Bash', { command: 'git log' }, '6a3c131 keel') +
      says('One commit.'),
  );
  const memory = remember(context, path);
  const turns = memory.show(session).map(({ turn }) => turn);
  const query = async (...args: string[]) => {
    const fresh = { ...context, stdout: fakeOutput(), stderr: fakeOutput() };
    const exitCode = await runProgram(['query', '-a', ...args], fresh);
    return { exitCode, stdout: fresh.stdout.text, stderr: fresh.stderr.text };
  };
  const [first = '', second = ''] = turns.map((turn) => turn.slice(0, 8));

  it('leads to what it names, and to nothing that is only near', async () => {
    const short = session.slice(0, 8);
    const found = await query(session);
    expect(found).toMatchObject({ exitCode: 0, stderr: '' });
    expect(found.stdout).toBe(`"${session}" is a session: mementor show ${short}\n`);
    expect((await query(second)).stdout).toBe(`"${second}" is a turn: mementor show ${second}\n`);
  });

  it.each(['6a3c131', '6a3c13145'])('%s leads to the turn that printed it first', async (hash) => {
    const { exitCode, stdout } = await query(hash);
    expect({ exitCode, stdout }).toEqual({
      exitCode: 0,
      stdout: `A command printed "${hash}" in turn ${first} (2026-11-17) and in 1 later turn: mementor show ${first} --results\n`,
    });
    expect(JSON.parse((await query(hash, '--json')).stdout)).toMatchObject({
      hits: [],
      known: [{ word: hash, kind: 'commit', id: turns[0], more: 1 }],
    });
  });

  it('beside other words stands above what is found by them', async () => {
    const { stdout } = await query('what did 6a3c131 paint on the keel');
    expect(stdout).toMatch(
      /^A command printed "6a3c131" in turn .*\nNot here; the nearest turns:\n\nsession /s,
    );
  });

  it('that nothing knows is no such thing', async () => {
    const { stdout } = await query('7b3c131 keel');
    expect(stdout).toMatch(/^Not here: no prompt, answer or command has "7b3c131"; the nearest:/);
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

it('words that only a command has lead to the search of commands', async () => {
  const context = fakeContext({ now: () => new Date('2026-12-01T12:00:00Z') });
  const { prompt, tool, answer: says } = conversation(context.cwd);
  const path = join(context.homedir, 'a.jsonl');
  mkdirSync(context.homedir, { recursive: true });
  const ran = tool('Bash', { command: 'make bowsprit && ./deploy --berth 12' }, 'ok');
  writeFileSync(path, prompt('Build it and look') + ran + says('It works.'));
  remember(context, path);
  const query = async (...args: string[]) => {
    const fresh = { ...context, stdout: fakeOutput(), stderr: fakeOutput() };
    await runProgram(['query', '-a', ...args], fresh);
    return fresh.stdout.text + fresh.stderr.text;
  };
  for (const asked of ['bowsprit', 'zzyzx bowsprit']) {
    expect(await query(asked)).toContain('`mementor query --command bowsprit`');
  }
  expect(await query('--command', 'bowsprit')).toContain('Build it and look');
  expect(await query('zzyzx')).not.toContain('--command');
});
