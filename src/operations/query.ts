/** Searches past conversations. */

import { type WithResume, withResume } from '../agents/find.ts';
import { type Filters, parseFilters } from '../database/filters.ts';
import { type Open, openToShow } from '../database/open.ts';
import { MementorError } from '../errors/errors.ts';
import type { AsDate, FilterOptions, Hit, Memory, Question, Reply } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { type KeptApart, keptApart } from '../reports/kept-apart.ts';
import { type OfProject, requireProject } from '../reports/project-names.ts';
import { type Where, withinOf } from '../reports/project-scope.ts';
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
  /** The words, where nothing was found, and a command that ran has them. */
  readonly ran?: string | undefined;
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
  if (options.project !== undefined) requireProject(memory, options.project);
  const { text, notes, turns = true } = options;
  const { label, labels, ...reply } = answered(memory, context.now(), {
    text,
    within: withinOf(options, context.cwd),
    filter: asked,
    turns,
    limit,
    ...(notes === undefined ? {} : { notes: notesIn(notes) }),
  });
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
  const ran =
    isNothing && reply.answered !== null ? ranWords(options, asked, memory, context) : undefined;
  const answer = { ...reply, project: label, hits: hits.map(named), notes: shown, apart, ran };
  return { document, answer };
}

/** Returns the words of a query, the whole of them or one, that a command has which ran here. */
function ranWords(
  options: QueryOptions,
  filter: FilterOptions,
  memory: Memory,
  context: Context,
): string | undefined {
  const whole = options.text.trim();
  if (filter.command !== undefined || options.turns === false) return undefined;
  const words = whole.split(/\s+/).filter((word) => word.length >= RAN_CHARS_MIN);
  const tried = [...new Set([whole, ...words])].slice(0, RAN_MAX).filter((each) => each !== '');
  const within = withinOf(options, context.cwd);
  return tried.find((command) => {
    const asked = { text: '', within, filter: { ...filter, command }, turns: true, limit: 1 };
    return answered(memory, context.now(), asked).hits.length > 0;
  });
}

/** So many words are looked for in commands; shorter ones are in too many. */
const RAN_MAX = 6;
const RAN_CHARS_MIN = 4;

/**
 * Asks the core. A query that is only a day or a period lists its turns; where the clock differed
 * from today's at its ends, it is asked again with the times at which those days began.
 */
function answered(
  memory: Memory,
  now: Date,
  asked: Omit<Question, 'nowMs' | 'utcOffsetMin' | 'days'>,
): Reply {
  const nowMs = now.getTime();
  const question = { ...asked, nowMs, utcOffsetMin: -now.getTimezoneOffset(), days: {} };
  const reply = memory.query(question);
  if (reply.asDate === null) return reply;
  const { days, sinceMs, untilMs } = reply.asDate;
  // Without a time of day and zone, the constructor would take a date for UTC.
  const [begins, ends] = [days.since, days.until].map((day) => +new Date(`${day}T00:00:00`));
  if (begins === undefined || ends === undefined) return reply;
  if (begins === sinceMs && ends === untilMs) return reply;
  const here = { [days.since]: begins, [days.until]: ends };
  return memory.query({ ...question, days: here });
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
