/** Searches past conversations. */

import { type Filters, parseFilters } from '../database/filters.ts';
import { type Open, openToShow } from '../database/open.ts';
import { MementorError } from '../errors/errors.ts';
import {
  type Answer,
  type FilterOptions,
  type Hit,
  type Memory,
  native,
  translated,
} from '../memory.ts';
import type { Context } from '../process/context.ts';
import { namingOf, projectNameAt, requireProject } from '../reports/project-names.ts';
import type { Where } from '../reports/project-scope.ts';
import { type WithResume, withResume } from '../reports/resume-command.ts';
import { resolvedToRead } from '../settings/problems.ts';
import { type Branches, branchesLike } from './branches.ts';
import { dated } from './dated.ts';
import { excerptOf } from './excerpt.ts';
import { beginningOfId } from './id.ts';
import { type Known, knownDocument, knownIn } from './known.ts';
import { hitDocument } from './notes/document.ts';
import { told } from './notes/errors.ts';
import { sessionWithOrNone, WHERE_IDS } from './session-id.ts';

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

/** The range of a query that is only a date or a period: its turns are listed by time. */
export interface AsDate {
  readonly sinceMs: number;
  /** The end, which is not part of the range. */
  readonly untilMs: number;
}

export type FoundHit = Hit & WithResume;

export type FoundAnswer = Omit<Answer, 'hits'> & {
  readonly hits: readonly FoundHit[];
  readonly asDate?: AsDate;
  /** The filters that no stored turn of any project passes: no such session, no such branch. */
  readonly unknown: readonly ('session' | 'branch')[];
  /** The branches that may be meant; only where the one that was given is unknown. */
  readonly branches?: Branches;
  /** What words of the query name: ids, and hashes of commits. */
  readonly known: readonly Known[];
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
  const filters = withWholeSession(asked, memory);
  const { project, notes, turns = true } = options;
  const everything = options.everything || isElsewhere(options, filters, memory, context);
  const now = context.now();
  const asDate = dateOf(options.text, filters, now);
  const answered = told(() =>
    memory.query({
      text: asDate === undefined ? options.text : '',
      limit,
      directory: context.cwd,
      everything,
      nowMs: now.getTime(),
      utcOffsetMin: -now.getTimezoneOffset(),
      oldestFirst: asDate !== undefined && isShort(asDate),
      ...(project === undefined ? {} : { project }),
      filter: { ...filters, ...asDate },
      turns,
      ...(notes === undefined ? {} : { notes: notesIn(notes) }),
    }),
  );
  const place = {
    directory: context.cwd,
    everything,
    ...(project === undefined ? {} : { project }),
  };
  const known = asDate === undefined ? knownIn(options.text, answered.missing, memory, place) : [];
  // What is nearest to no word at all, or to an id alone, is nearest to nothing.
  const isIdAlone = answered.nearest && known.length > 0 && !/\s/.test(options.text.trim());
  const answer =
    isTooCommon(answered) || isIdAlone ? { ...answered, hits: [], notes: [] } : answered;
  const hits = answer.hits.map(withResume(context));
  const unknown = hits.length === 0 ? unknownIn(filters, memory, context) : [];
  const scoped = { project, everything };
  const branches = unknown.includes('branch')
    ? branchesLike(filters.branch ?? '', scoped, memory, context)
    : undefined;
  const found = {
    ...answer,
    hits,
    unknown,
    known,
    ...(branches === undefined ? {} : { branches }),
    ...(asDate === undefined ? {} : { asDate }),
  };
  const document = documentOf(found, filters, options);
  const naming = namingOf(memory);
  const named = answer.notes.map((hit) => ({ ...hit, note: naming(hit.note) }));
  const scope = scopeName({ ...options, everything }, answer.project, memory, context);
  const shown = { ...found, hits: hits.map(naming), notes: named };
  return { document, answer: scope === undefined ? shown : { ...shown, project: scope } };
}

/** Returns the unique name of the directory's project; another one has the name it was asked by. */
function scopeName(
  { project, everything }: QueryOptions,
  name: string | null,
  memory: Memory,
  context: Context,
): string | null | undefined {
  if (everything || project !== undefined) return name;
  return projectNameAt(context.cwd, memory);
}

/** Whether a query has only words that nearly every turn has, or none. */
export function isTooCommon({ nearest, missing }: Pick<Answer, 'nearest' | 'missing'>): boolean {
  return nearest && missing.length === 0;
}

function notesIn({ kinds, tag, allBranches = false }: NonNullable<QueryOptions['notes']>) {
  return { kinds: [...kinds], allBranches, ...(tag === undefined ? {} : { tag }) };
}

/**
 * Returns the range that a query consists of. The core names the days; where they begin is up to the
 * local time zone of that time. With a time filter, the query is no date.
 */
function dateOf(text: string, filters: FilterOptions, now: Date): AsDate | undefined {
  if (text.trim() === '' || filters.sinceMs !== undefined || filters.untilMs !== undefined) {
    return undefined;
  }
  const period = translated(() =>
    native().askedPeriod(text, now.getTime(), -now.getTimezoneOffset()),
  );
  // Without a time of day and zone, the constructor would take a date for UTC.
  const midnight = (day: string) => new Date(`${day}T00:00:00`).getTime();
  return period ? { sinceMs: midnight(period.since), untilMs: midnight(period.until) } : undefined;
}

/** A day is read from its morning on; of a longer time, the last turns come first. */
function isShort({ sinceMs, untilMs }: AsDate): boolean {
  const longestDayMs = 25 * 60 * 60 * 1_000;
  return untilMs - sinceMs <= longestDayMs;
}

/** Whether the named session is one of other projects only: who names it wants no other place. */
function isElsewhere(
  { project }: QueryOptions,
  { session }: FilterOptions,
  memory: Memory,
  context: Context,
): boolean {
  if (session === undefined || project !== undefined) return false;
  return (
    !hasTurn({ session }, false, memory, context) && hasTurn({ session }, true, memory, context)
  );
}

/** The id of a turn selects its session. The beginnings of several sessions select all of them. */
function withWholeSession(filters: FilterOptions, memory: Memory): FilterOptions {
  const { session } = filters;
  if (session === undefined) return filters;
  beginningOfId(session, WHERE_IDS);
  if (translated(() => memory.sessionsNamed(session)).length > 0) return filters;
  return { ...filters, session: sessionWithOrNone(session, memory) ?? session };
}

/** Returns which of these filters alone, in all projects, finds nothing. */
function unknownIn(filters: FilterOptions, memory: Memory, context: Context) {
  return (['session', 'branch'] as const).filter((name) => {
    const value = filters[name];
    return value !== undefined && !hasTurn({ [name]: value }, true, memory, context);
  });
}

/** Whether any stored turn, of the directory's project or of all projects, passes a filter. */
function hasTurn(
  filter: FilterOptions,
  everything: boolean,
  memory: Memory,
  context: Context,
): boolean {
  const asked = { text: '', limit: 1, directory: context.cwd, everything, turns: true };
  const now = { nowMs: +context.now(), utcOffsetMin: 0, oldestFirst: false };
  return told(() => memory.query({ ...asked, ...now, filter })).hits.length > 0;
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
    nearest: answer.nearest,
    missing: answer.missing,
    unknown: answer.unknown,
    known: answer.known.map(knownDocument),
    branches: answer.branches ?? null,
    asDate: asDateDocument(answer.asDate),
    listed: answer.listed,
    waiting: answer.waiting,
    chunks: answer.chunks,
    degraded: answer.degraded,
    hits,
    notes: answer.notes.map(hitDocument),
  };
}

function asDateDocument(asDate: AsDate | undefined) {
  if (asDate === undefined) return null;
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
