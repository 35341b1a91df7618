/** `memory_search`: finds turns, notes and code; a few lines each, with the id to read on. */

import * as z from 'zod';
import { MementorError } from '../errors/errors.ts';
import type { Ranked, SearchVerdict, Source } from '../operations/code/search.ts';
import { type FoundAnswer, query } from '../operations/query.ts';
import { offeredNotes } from '../output/query-notes.ts';
import { LIMIT_MAX } from '../settings/table.ts';
import { shortId } from '../text/lines.ts';
import { counted } from '../text/numbers.ts';
import { tokensIn } from '../text/tokens.ts';
import { budget } from './budget.ts';
import {
  codeEntry,
  type Entry,
  fitted,
  noteHitEntry,
  RECORDS,
  shortened,
  textOf,
  turnEntry,
} from './entries.ts';
import { READING, tool } from './tool.ts';

/** Characters of the best answer, and of the others: the first holds what was sought most often. */
const FIRST_CHARS_MAX = 360;
const OTHERS_CHARS_MAX = 180;

const BUDGET = { usual: 600, max: 8_000 };

export const search = tool({
  name: 'memory_search',
  description:
    'Search what was asked, done, decided and noted in earlier sessions of this project. Gives lines with ids for memory_get.',
  annotations: READING,
  input: z.object({
    query: z.string().optional().describe('words, question or error'),
    kinds: z.array(z.string()).optional().describe('turn, note, kind of note, code, docs, all'),
    file: z.string().optional().describe('a name or part of a path'),
    since: z.string().optional().describe('2026-11-03, yesterday, 2w'),
    limit: z.int().min(1).max(LIMIT_MAX).optional(),
    budget: budget(BUDGET),
    all_projects: z.boolean().optional(),
  }),
  run: async (input, { context, memory }) => {
    const { kinds, file, since, limit, all_projects: everything = false } = input;
    const text = input.query ?? '';
    if (text.trim() === '' && [file, since].every((each) => each === undefined)) {
      const hint = 'give `query`, or `file` or `since` alone';
      throw new MementorError('QUERY_EMPTY', 'nothing to look for', hint);
    }
    const sought = { text, filters: { file, since }, limit, project: undefined, everything };
    const { sources, ...meant } = kindsIn(kinds);
    const tokens = input.budget ?? BUDGET.usual;
    if (sources.length === 0) {
      const { answer } = await query({ ...sought, ...meant }, context, memory.open);
      return answerFrom(answer, answer, rankedIn(answer), tokens, everything);
    }
    const { searchAll } = await import('../operations/code/search.ts');
    const found = await searchAll({ ...sought, ...meant, sources }, context, memory.open);
    return answerFrom(found.answer, found.document, found.ranked, tokens, everything);
  },
});

const TURNS = ['turn', 'turns'];
const ANY_NOTES = ['note', 'notes'];
const OF_CODE: Readonly<Record<string, Source>> = { code: 'code', doc: 'docs', docs: 'docs' };

/**
 * Without kinds, all that was said is searched. `sources` is empty unless files are, too: an index of
 * code is opened only where it is asked for.
 */
function kindsIn(kinds: readonly string[] = []) {
  const given = kinds.map((kind) => kind.trim().toLowerCase());
  const names = given.includes('all') ? ['turn', 'note', 'code', 'docs'] : given;
  const ofCode = names.flatMap((name) => OF_CODE[name] ?? []);
  const ofNotes = names.filter(
    (name) => ![...TURNS, ...ANY_NOTES, ...Object.keys(OF_CODE)].includes(name),
  );
  const anyNote = names.length === 0 || names.some((name) => ANY_NOTES.includes(name));
  const turns = names.length === 0 || names.some((name) => TURNS.includes(name));
  const isAboutNotes = anyNote || ofNotes.length > 0;
  const said: readonly Source[] = [
    ...(turns ? ['turns' as const] : []),
    ...(isAboutNotes ? ['notes' as const] : []),
  ];
  const sources = ofCode.length === 0 ? [] : [...ofCode, ...said];
  if (!isAboutNotes) return { turns, sources };
  return { turns, notes: { kinds: anyNote ? [] : ofNotes, tag: undefined }, sources };
}

/** Returns turns and notes in their one ranking. */
function rankedIn({ hits, notes }: FoundAnswer): readonly Ranked[] {
  const ranked = [
    ...hits.map((turn) => ({ rank: turn.rank, found: { score: turn.score, turn } })),
    ...notes.map((note) => ({ rank: note.rank, found: { score: note.score, note } })),
  ];
  return ranked.sort((a, b) => a.rank - b.rank).map(({ found }) => found);
}

function entryOf(found: Ranked, everything: boolean): Entry {
  if ('code' in found) return codeEntry(found);
  return 'turn' in found ? turnEntry(found.turn, everything) : noteHitEntry(found.note, everything);
}

/** `answer` is what is known of turns and notes as a whole; undefined where files alone were asked. */
function answerFrom(
  answer: FoundAnswer | undefined,
  verdict: SearchVerdict,
  ranked: readonly Ranked[],
  tokens: number,
  everything: boolean,
) {
  const entries = ranked.map((found, at) =>
    shortened(entryOf(found, everything), at === 0 ? FIRST_CHARS_MAX : OTHERS_CHARS_MAX),
  );
  const remarks = answer === undefined ? ofFiles(entries) : remarksOn(answer, entries, everything);
  const word = entries.length === 0 ? [] : answeredLine(answer, verdict, everything);
  const kept = fitted(
    entries,
    tokens - tokensIn([...word, RECORDS, ...remarks].join('\n')) - LEFT_OUT_TOKENS,
  );
  const leftOut = entries.length - kept.length;
  const cut = leftOut > 0 ? [`${counted(leftOut, 'more hit')}: raise \`budget\`.`] : [];
  const told = [...remarks, ...cut];
  const first = kept.length > 0 ? [...word, RECORDS] : word;
  return [...first, ...kept.map(textOf), ...told].join('\n');
}

/** The line about hits that were left out. */
const LEFT_OUT_TOKENS = 15;

/** Says whether the hits answer, so that nobody invents what they do not say. */
function answeredLine(
  answer: FoundAnswer | undefined,
  { answered, missing }: SearchVerdict,
  everything: boolean,
): string[] {
  if (answered === null) return [];
  if (answered === 'found') return ['found: one of these probably says it.'];
  const waiting = answer?.waiting ?? 0;
  const left =
    answer === undefined
      ? ['what was said']
      : [
          ...(everything ? [] : ['other projects']),
          'what commands printed',
          ...(waiting > 0 ? [`the meaning of ${counted(waiting, 'new text')}`] : []),
        ];
  const beyond = `Not searched: ${left.join(', ')}.`;
  if (answered === 'related') {
    return [
      `related: these are about the same things; whether one of them answers is not certain. ${beyond}`,
    ];
  }
  const words = missing.length > 0 ? ` (no hit has: ${missing.slice(0, 5).join(', ')})` : '';
  return [`not here: nothing holds what was asked for${words}; these are the nearest. ${beyond}`];
}

function ofFiles(entries: readonly Entry[]): string[] {
  return entries.length > 0 ? [] : ['not here: no indexed file has these words. Try other words.'];
}

/** What to know about the answer as a whole. */
function remarksOn(answer: FoundAnswer, entries: readonly Entry[], everything: boolean): string[] {
  const { searched, searchedNotes, missing, degraded, known } = answer;
  const leads = known.map(({ word, kind, id }) => {
    const what = kind === 'commit' ? 'was printed by a command of' : `is a ${kind}:`;
    const level = kind === 'commit' ? ' with level `files`' : '';
    return `${word} ${what} [${shortId(id)}]; memory_get reads it${level}.`;
  });
  if (entries.length === 0 && leads.length > 0) return leads;
  const where = everything ? 'any project' : `project ${answer.project ?? 'here'}`;
  if (entries.length === 0 && searched + searchedNotes === 0) {
    const wider = everything ? '' : ' `all_projects` searches the others.';
    return [`Nothing is stored for ${where} that could be searched.${wider}`];
  }
  if (entries.length === 0) {
    const quotes = missing.some((each) => each.includes(' ')) ? ', words without quotes' : '';
    const other = `Try other words${quotes}, or fewer filters.`;
    return [...offeredNotes(answer), `not here: nothing found in ${where}. ${other}`];
  }
  return [
    ...leads,
    ...offeredNotes(answer),
    ...(degraded ? ['Searched by words alone, without meaning.'] : []),
  ];
}
