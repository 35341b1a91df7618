/** Searches past conversations. */

import { type WithResume, withResume } from '../agents/find.ts';
import { utcOffset } from '../capture/options.ts';
import { type Filters, parseFilters } from '../database/filters.ts';
import { type Open, openToShow } from '../database/open.ts';
import { MementorError } from '../errors/errors.ts';
import type { AsDate, FilterOptions, Hit, Question, Reply } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { type KeptApart, keptApart } from '../reports/kept-apart.ts';
import type { OfProject } from '../reports/project-names.ts';
import { type Where, withinStored } from '../reports/project-scope.ts';
import { resolvedToRead } from '../settings/problems.ts';
import { isoOf } from '../text/numbers.ts';
import { dated } from './dated.ts';
import { excerptOf } from './excerpt.ts';
import { beginningOfId } from './id.ts';
import { hitDocument } from './notes/document.ts';
import { WHERE_IDS } from './session-id.ts';

export interface QueryOptions extends Where {
  /** May be empty if there is a filter. */
  readonly text: string;
  readonly filters?: Filters;
  /** Defaults to the setting. */
  readonly limit?: number | undefined;
  readonly explain?: boolean;
  /** Whether turns are searched; by default they are. */
  readonly turns?: boolean;
  /** Conditions on notes; without any no note is searched. */
  readonly notes?: {
    readonly kinds: readonly string[];
    readonly tag: string | undefined;
    readonly allBranches?: boolean;
  };
}

export interface QueryAnswer {
  /** The document that scripts read: its field names are stable. */
  readonly document: QueryDocument;
  /** The core's answer, with unique project names, and the way back into each session. */
  readonly answer: FoundAnswer;
}

export type FoundHit = Hit & WithResume;

export type FoundAnswer = Omit<Reply, 'hits' | 'label' | 'labels'> & {
  readonly hits: readonly FoundHit[];
  /** Why a project may lack what was said in it, where nothing was found. */
  readonly apart?: KeptApart | undefined;
};

export type QueryDocument = ReturnType<typeof documentOf>;

export async function query(
  options: QueryOptions,
  context: Context,
  open: Open = openToShow,
): Promise<QueryAnswer> {
  const asked = filtersOf(options, context);
  const limit = options.limit ?? resolvedToRead('limit', context).value;
  const memory = await open(context);
  const { text, notes, turns = true } = options;
  const question: Question = {
    text,
    within: withinStored(options, memory, context.cwd),
    filter: asked,
    turns,
    limit,
    nowMs: context.now().getTime(),
    ...(notes === undefined ? {} : { notes: notesIn(notes) }),
  };
  const { label, labels, ...reply } = memory.query(question, utcOffset);
  const hits = withResume(reply.hits, context);
  const filters = reply.session === null ? asked : { ...asked, session: reply.session };
  const document = documentOf({ ...reply, hits }, filters, options);
  const named = <Row extends OfProject>(row: Row): Row => ({
    ...row,
    project: labels[row.projectKey] ?? row.project,
  });
  const shown = reply.notes.map((hit) => ({ ...hit, note: named(hit.note) }));
  const isHere = options.project === undefined && !options.everything;
  const isNothing = hits.length === 0 && shown.length === 0;
  const apart = isHere && isNothing ? keptApart(memory.belonging(context.cwd)) : undefined;
  const answer = { ...reply, project: label, hits: hits.map(named), notes: shown, apart };
  return { document, answer };
}

/** Whether a query has only words that nearly every turn has, or none. */
export function isTooCommon({ answered, asDate }: Pick<Reply, 'answered' | 'asDate'>): boolean {
  return answered === null && asDate === null;
}

function notesIn({ kinds, tag, allBranches = false }: NonNullable<QueryOptions['notes']>) {
  return { kinds: [...kinds], allBranches, ...(tag === undefined ? {} : { tag }) };
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
  if (filters.session !== undefined) beginningOfId(filters.session, WHERE_IDS);
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

function documentOf(answer: FoundAnswer, filters: FilterOptions, options: QueryOptions) {
  const hits = answer.hits.map((hit) => {
    const { atMs, textScore, similarity, actionScore, agent, matched, marks, ...rest } = hit;
    return {
      ...rest,
      at: new Date(atMs).toISOString(),
      promptExcerpt: excerptOf(hit.promptExcerpt),
      excerpt: excerptOf(hit.excerpt),
      agent,
      marks: dated(marks),
      textScore,
      similarity,
      actionScore,
      ...(matched ? { matched } : {}),
      ...(options.explain ? { explanation: explanationOf(hit) } : {}),
    };
  });
  const { sinceMs, untilMs, ...others } = filters;
  return {
    version: 1,
    project: answer.project,
    filters: {
      ...(sinceMs === undefined ? {} : { since: new Date(sinceMs).toISOString() }),
      ...(untilMs === undefined ? {} : { until: new Date(untilMs).toISOString() }),
      ...others,
    },
    searched: answer.searched,
    searchedNotes: answer.searchedNotes,
    semantic: answer.semantic,
    corrected: answer.corrected,
    offered: answer.offered,
    answered: answer.answered,
    missing: answer.missing,
    unknown: answer.unknown,
    known: answer.known.map(({ atMs, ...word }) => ({ ...word, at: isoOf(atMs ?? 0) })),
    branches: answer.branches,
    asDate: asDateDocument(answer.asDate),
    listed: answer.listed,
    waiting: answer.waiting,
    chunks: answer.chunks,
    degraded: answer.degraded,
    hits,
    notes: answer.notes.map(hitDocument),
  };
}

function asDateDocument(asDate: AsDate | null) {
  if (asDate === null) return null;
  return {
    since: new Date(asDate.sinceMs).toISOString(),
    until: new Date(asDate.untilMs).toISOString(),
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
    text: hit.textScore,
    similarity: hit.similarity,
    actions: hit.actionScore,
    agent: hit.agent,
  };
}
