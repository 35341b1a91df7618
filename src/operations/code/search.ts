/** `query --in …`, `search --mode …`: code, documents, turns and notes in one list. */

import { type CodeHit, type Searched, searchIndex } from '../../code-index.ts';
import { type Filters, parseFilters } from '../../database/filters.ts';
import { type Open, openToShow } from '../../database/open.ts';
import { codeOf, MementorError } from '../../errors/errors.ts';
import type { Memory, NoteHit, Place } from '../../memory.ts';
import type { Context } from '../../process/context.ts';
import { resolvedToRead } from '../../settings/problems.ts';
import { isoOf } from '../../text/numbers.ts';
import { type FoundAnswer, type FoundHit, type QueryOptions, query } from '../query.ts';
import { conversationsAbout, type Opening } from './conversations.ts';
import { codePlace } from './place.ts';
import { freshCodePlace } from './update.ts';

/** What is searched. */
export const SOURCES = ['turns', 'notes', 'code', 'docs', 'all'] as const;
export type Source = (typeof SOURCES)[number];

/** Names of other tools for the same. */
export const MODES = ['code', 'docs', 'events', 'all'] as const;
export type Mode = (typeof MODES)[number];

export function sourcesOfMode(mode: Mode): readonly Source[] {
  return mode === 'events' ? ['turns'] : [mode];
}

/** Something that was found, with its score among everything that was. */
export type Ranked = { readonly score: number } & (
  | { readonly code: CodeHit; readonly conversations: readonly Place[] }
  | { readonly turn: FoundHit }
  | { readonly note: NoteHit }
);

/** A hit as scripts read it; of a turn, `path` is the session and `symbol` the turn; of a note its id
 * and its kind. */
export interface MixedHit {
  readonly path: string;
  readonly start: number | null;
  readonly end: number | null;
  readonly kind: string;
  readonly symbol: string | null;
  readonly signature: string | null;
  readonly score: number;
  readonly snippet: string;
  readonly snippetStart: number | null;
  /** When a turn began, or a note was said. */
  readonly at?: string | null;
  /** The turns that changed a piece of code last, the newest first. */
  readonly conversations?: readonly Conversation[];
}

export interface Conversation extends Pick<Place, 'turn' | 'session' | 'prompt'> {
  readonly at: string | null;
}

export interface SearchOptions extends QueryOptions {
  readonly sources: readonly Source[];
}

export type SearchDocument = Awaited<ReturnType<typeof searchAll>>['document'];

/** Returns the hits, and what is known of the turns and notes as a whole where these were asked for. */
export async function searchAll(
  { sources, ...options }: SearchOptions,
  context: Context,
  open: Open = openToShow,
) {
  if (options.text.trim() === '') {
    throw new MementorError('QUERY_EMPTY', 'nothing to look for', 'give some words');
  }
  const isAll = sources.includes('all');
  const limit = options.limit ?? resolvedToRead('limit', context).value;
  const holds = (source: Source) => isAll || sources.includes(source);
  const ofFiles = holds('code') || holds('docs');
  const leftOut = ofFiles ? ofTurnsOnly(options.filters) : [];
  if (leftOut.length > 0 && !holds('turns') && !holds('notes')) throw noSuchFilter(leftOut);
  // What no file can meet is not looked for in files.
  const placed = leftOut.length > 0 ? codePlace : freshCodePlace;
  const place = ofFiles ? await placed(context) : undefined;
  const mode = holds('code') && holds('docs') ? 'all' : holds('code') ? 'code' : 'docs';
  const code =
    place === undefined || leftOut.length > 0
      ? undefined
      : searchIndex(place, {
          ...parseFilters(options.filters ?? {}, context),
          text: options.text,
          mode,
          limit,
        });
  const once = openedOnce(open);
  const asked = saidIn({ ...options, limit }, holds('turns'), holds('notes'), context, once);
  // Code is found before the first conversation is stored.
  const said = await (isAll && code !== undefined ? asked.catch(ifNothingIsStored) : asked);
  const first = code?.hits[0]?.score ?? 1;
  const pieces = (code?.hits ?? []).map(
    (hit): Ranked => ({ score: hit.score, code: hit, conversations: [] }),
  );
  const others = said === undefined ? [] : calibrated(said, first);
  const best = [...pieces, ...others].sort((a, b) => b.score - a.score).slice(0, limit);
  const shown = best.flatMap((each) => ('code' in each ? [each.code] : []));
  const about = await conversationsAbout(shown, place?.root ?? '', options, context, once);
  const ranked = best.map((each) =>
    'code' in each ? { ...each, conversations: about.get(each.code) ?? [] } : each,
  );
  const document = {
    version: 1,
    text: options.text,
    in: isAll ? (['all'] as const) : [...sources],
    ...verdictOf(code, said),
    hits: ranked.map(mixedHit),
  };
  return { document, ranked, answer: said, files: code?.searched, leftOut };
}

function ifNothingIsStored(error: unknown): undefined {
  if (codeOf(error) !== 'DATABASE_MISSING') throw error;
}

/** Filters that a turn can meet, and a file cannot. */
const OF_TURNS = ['session', 'branch', 'command', 'error', 'tag'] as const;

/** Returns the filters among those given that no file can meet, as they are typed. */
function ofTurnsOnly(filters: Filters = {}): readonly string[] {
  return OF_TURNS.filter((name) => filters[name] !== undefined).map((name) => `--${name}`);
}

function noSuchFilter(names: readonly string[]): MementorError {
  return new MementorError(
    'CODE_FILTER',
    `code and documents have no ${names.map((name) => name.slice(2)).join(' and no ')}`,
    `leave \`${names.join(' ')}\` out, or search turns too: \`--in all\``,
  );
}

/** What the hits are to the query: the best that is known of code, and of what was said. */
export interface SearchVerdict {
  readonly answered: Searched['answered'];
  /** Words that nothing has which was searched. */
  readonly missing: readonly string[];
}

const VERDICTS = ['found', 'related', 'not-here'] as const;

function verdictOf(code: Searched | undefined, said: FoundAnswer | undefined): SearchVerdict {
  const all: readonly SearchVerdict[] = [code, said].flatMap((each) => each ?? []);
  const answered = VERDICTS.find((verdict) => all.some((each) => each.answered === verdict));
  const [first, ...others] = all;
  const missing = first?.missing.filter((word) =>
    others.every((each) => each.missing.includes(word)),
  );
  return { answered: answered ?? null, missing: missing ?? [] };
}

/** Opens a memory when it is first asked for. */
function openedOnce(open: Open): Opening {
  let memory: Memory | undefined;
  return async (context) => {
    memory ??= await open(context);
    return memory;
  };
}

async function saidIn(
  { notes: asked, ...options }: QueryOptions,
  turns: boolean,
  notes: boolean,
  context: Context,
  open: Open,
): Promise<FoundAnswer | undefined> {
  if (!turns && !notes) return undefined;
  const conditions = notes ? { notes: asked ?? { kinds: [], tag: undefined } } : {};
  return (await query({ ...options, turns, ...conditions }, context, open)).answer;
}

/**
 * Returns turns and notes, whose scores compare among each other only: the best one counts as much as
 * the best piece of code, and the others in proportion.
 */
function calibrated({ hits, notes }: FoundAnswer, best: number): readonly Ranked[] {
  const first = Math.max(...[...hits, ...notes].map(({ score }) => score));
  const scored = (score: number) => (first > 0 ? (best * Math.max(0, score)) / first : 0);
  return [
    ...hits.map((turn) => ({ score: scored(turn.score), turn })),
    ...notes.map((note) => ({ score: scored(note.score), note })),
  ];
}

const NO_PLACE = { start: null, end: null, signature: null, snippetStart: null };

function mixedHit(found: Ranked): MixedHit {
  if ('code' in found) {
    const conversations = found.conversations.map(({ turn, session, prompt, atMs }) => {
      return { turn, session, at: isoOf(atMs), prompt };
    });
    return { ...found.code, conversations };
  }
  const { score } = found;
  if ('note' in found) {
    const { id, kind, summary, saidMs } = found.note.note;
    const said = { path: id, kind: 'note', symbol: kind, snippet: summary };
    return { ...NO_PLACE, ...said, score, at: isoOf(saidMs) };
  }
  const { session, turn, prompt, atMs } = found.turn;
  const snippet = prompt.trim().split('\n').slice(0, 2).join('\n');
  return {
    ...NO_PLACE,
    path: session,
    kind: 'turn',
    symbol: turn,
    snippet,
    score,
    at: isoOf(atMs),
  };
}
