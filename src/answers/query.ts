/** Searches past conversations. */

import { type Filters, parseFilters } from '../database/filters.ts';
import { openToRead } from '../database/open.ts';
import {
  type Answer,
  type FilterOptions,
  type Hit,
  type Memory,
  type Piece,
  translated,
} from '../memory.ts';
import type { Context } from '../process/context.ts';
import { MementorError } from '../process/errors.ts';
import { resolved } from '../settings/value.ts';
import { namingOf } from '../state/project-names.ts';
import { type WithWayBack, withWayBack } from '../state/way-back.ts';
import { sessionWithOrNone } from './session-id.ts';

export interface QueryOptions {
  /** May be empty if there is a filter. */
  readonly text: string;
  readonly filters?: Filters;
  /** Defaults to the setting. */
  readonly limit?: number | undefined;
  readonly project: string | undefined;
  readonly everything: boolean;
  readonly explain?: boolean;
}

export interface QueryAnswer {
  /** The document that scripts read: its field names are stable. */
  readonly document: QueryDocument;
  /** The core's answer, with unique project names, and the way back into each session. */
  readonly answer: FoundAnswer;
}

export type FoundHit = Hit & WithWayBack;

export type FoundAnswer = Omit<Answer, 'hits'> & { readonly hits: readonly FoundHit[] };

export type QueryDocument = ReturnType<typeof documentOf>;

export async function query(options: QueryOptions, context: Context): Promise<QueryAnswer> {
  const asked = filtersOf(options, context);
  const limit = options.limit ?? (await resolved('limit', context)).value;
  const memory = await openToRead(context);
  const filters = withWholeSession(asked, memory);
  const { text, project, everything } = options;
  const now = context.now();
  const answer = translated(() =>
    memory.query({
      text,
      limit,
      directory: context.cwd,
      everything,
      nowMs: now.getTime(),
      utcOffsetMin: -now.getTimezoneOffset(),
      ...(project === undefined ? {} : { project }),
      filter: filters,
    }),
  );
  const hits = answer.hits.map(withWayBack(context));
  const document = documentOf({ ...answer, hits }, filters, options);
  return { document, answer: { ...answer, hits: hits.map(namingOf(memory)) } };
}

/** A turn stands for its session. The beginnings of several sessions select all of them. */
function withWholeSession(filters: FilterOptions, memory: Memory): FilterOptions {
  const { session } = filters;
  if (session === undefined) return filters;
  if (translated(() => memory.sessionsNamed(session)).length > 0) return filters;
  return { ...filters, session: sessionWithOrNone(session, memory) ?? session };
}

function filtersOf(options: QueryOptions, context: Context): FilterOptions {
  const filters = parseFilters(options.filters ?? {}, context);
  if (options.text.trim() === '' && Object.keys(filters).length === 0) {
    throw new MementorError(
      'QUERY_EMPTY',
      'nothing to look for',
      'give some words, or a filter such as `--since yesterday` or `--file src/db.rs`',
    );
  }
  return filters;
}

/** The hits of one session. */
export interface Group {
  readonly session: string;
  readonly hits: readonly FoundHit[];
}

/** Groups hits by session. The first hit of a session decides its place, and so does rank. */
export function bySession(hits: readonly FoundHit[]): readonly Group[] {
  const groups = new Map<string, FoundHit[]>();
  for (const hit of hits) groups.set(hit.session, [...(groups.get(hit.session) ?? []), hit]);
  return [...groups].map(([session, own]) => ({ session, hits: own }));
}

/** An excerpt and the ranges of its matched words: start and end in UTF-16 units. */
function excerpt(pieces: readonly Piece[]): object {
  const matches: [number, number][] = [];
  let text = '';
  for (const piece of pieces) {
    if (piece.matched) matches.push([text.length, text.length + piece.text.length]);
    text += piece.text;
  }
  return { text, matches };
}

function documentOf(answer: FoundAnswer, filters: FilterOptions, options: QueryOptions) {
  const hits = answer.hits.map((hit) => {
    const { atMs, textScore, similarity, actionScore, agent, ...rest } = hit;
    return {
      ...rest,
      at: new Date(atMs).toISOString(),
      promptExcerpt: excerpt(hit.promptExcerpt),
      excerpt: excerpt(hit.excerpt),
      agent: agent ?? null,
      textScore: textScore ?? null,
      similarity: similarity ?? null,
      actionScore: actionScore ?? null,
      ...(options.explain ? { explanation: explanationOf(hit) } : {}),
    };
  });
  const { sinceMs, untilMs, ...others } = filters;
  return {
    version: 1,
    project: answer.project ?? null,
    filters: {
      ...(sinceMs === undefined ? {} : { since: new Date(sinceMs).toISOString() }),
      ...(untilMs === undefined ? {} : { until: new Date(untilMs).toISOString() }),
      ...others,
    },
    searched: answer.searched,
    semantic: answer.semantic,
    waiting: answer.waiting,
    degraded: answer.degraded ?? null,
    hits,
  };
}

/** The scores for and against a hit. */
export interface Explanation {
  /** BM25 of prompt and answer. */
  readonly text: number | null;
  /** Cosine similarity of the best chunk. */
  readonly similarity: number | null;
  /** BM25 of files, commands and errors. */
  readonly actions: number | null;
  /** The subagent of the turn; a subagent's turn ranks below a turn of the session's own. */
  readonly agent: string | null;
}

export function explanationOf(hit: Hit): Explanation {
  return {
    text: hit.textScore ?? null,
    similarity: hit.similarity ?? null,
    actions: hit.actionScore ?? null,
    agent: hit.agent ?? null,
  };
}
