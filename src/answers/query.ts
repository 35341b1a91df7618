/** Searches past conversations. */

import { resumeCommand } from '../agents/find.ts';
import { type Filters, parseFilters } from '../database/filters.ts';
import { openToRead } from '../database/open.ts';
import type { Answer, FilterOptions, Hit } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { MementorError } from '../process/errors.ts';
import { resolved } from '../settings/value.ts';
import { namingOf } from '../state/project-names.ts';
import { excerptOf } from './excerpt.ts';
import { hitDocument } from './notes/document.ts';
import { told } from './notes/errors.ts';

export interface QueryOptions {
  /** May be empty if there is a filter. */
  readonly text: string;
  readonly filters?: Filters;
  /** Defaults to the setting. */
  readonly limit?: number | undefined;
  readonly project: string | undefined;
  readonly everything: boolean;
  readonly explain?: boolean;
  /** Whether turns are searched; by default they are. */
  readonly turns?: boolean;
  /** Conditions on notes; without any no note is searched. */
  readonly notes?: { readonly kinds: readonly string[]; readonly tag: string | undefined };
}

export interface QueryAnswer {
  /** The document that scripts read: its field names are stable. */
  readonly document: QueryDocument;
  /** The core's answer, with unique project names. */
  readonly answer: Answer;
}

export type QueryDocument = ReturnType<typeof documentOf>;

export async function query(options: QueryOptions, context: Context): Promise<QueryAnswer> {
  const filters = filtersOf(options, context);
  const limit = options.limit ?? (await resolved('limit', context)).value;
  const memory = await openToRead(context);
  const { text, project, everything, notes, turns = true } = options;
  const now = context.now();
  const answer = told(() =>
    memory.query({
      text,
      limit,
      directory: context.cwd,
      everything,
      nowMs: now.getTime(),
      utcOffsetMin: -now.getTimezoneOffset(),
      ...(project === undefined ? {} : { project }),
      filter: filters,
      turns,
      ...(notes === undefined ? {} : { notes: notesIn(notes) }),
    }),
  );
  const document = documentOf(answer, filters, options);
  const naming = namingOf(memory);
  const named = answer.notes.map((hit) => ({ ...hit, note: naming(hit.note) }));
  return { document, answer: { ...answer, hits: answer.hits.map(naming), notes: named } };
}

function notesIn({ kinds, tag }: NonNullable<QueryOptions['notes']>) {
  return { kinds: [...kinds], ...(tag === undefined ? {} : { tag }) };
}

function filtersOf(options: QueryOptions, context: Context): FilterOptions {
  const filters = parseFilters(options.filters ?? {}, context);
  const { notes } = options;
  const ofNotes = notes !== undefined && (notes.kinds.length > 0 || notes.tag !== undefined);
  if (options.text.trim() === '' && Object.keys(filters).length === 0 && !ofNotes) {
    throw new MementorError(
      'QUERY_EMPTY',
      'nothing to look for',
      'give some words, or a filter such as `--since yesterday` or `--file src/db.rs`',
    );
  }
  return filters;
}

function documentOf(answer: Answer, filters: FilterOptions, options: QueryOptions) {
  const hits = answer.hits.map((hit) => {
    const { atMs, textScore, similarity, actionScore, agent, ...rest } = hit;
    return {
      ...rest,
      at: new Date(atMs).toISOString(),
      promptExcerpt: excerptOf(hit.promptExcerpt),
      excerpt: excerptOf(hit.excerpt),
      agent: agent ?? null,
      textScore: textScore ?? null,
      similarity: similarity ?? null,
      actionScore: actionScore ?? null,
      resume: resumeCommand(hit),
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
    searchedNotes: answer.searchedNotes,
    semantic: answer.semantic,
    waiting: answer.waiting,
    degraded: answer.degraded ?? null,
    hits,
    notes: answer.notes.map(hitDocument),
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
