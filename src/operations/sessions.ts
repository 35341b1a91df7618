/** Lists the sessions, most recently active first. */

import { type WithResume, withResume } from '../agents/find.ts';
import { parseFilters } from '../database/filters.ts';
import { openToShow } from '../database/open.ts';
import type { BranchesMeant, Memory, SessionRow } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { namingOf, requireProject } from '../reports/project-names.ts';
import { ALL_PROJECTS, type Where, withinOf } from '../reports/project-scope.ts';
import { shortIds } from '../text/lines.ts';
import { dated } from './dated.ts';
import { type WithGist, withGists } from './digest.ts';
import { eachOnce } from './repeated-sessions.ts';
import { sessionWithOrNone } from './session-id.ts';

/** How many are listed where no number is given. */
export const SESSIONS_SHOWN = 20;

export interface SessionsOptions extends Where {
  /** Only the session with this id, or with a turn of this id; a prefix is enough. */
  readonly id?: string | undefined;
  /** Defaults to 20. */
  readonly limit?: number | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly branch?: string | undefined;
  /** False leaves out those in which programs asked alone. */
  readonly headless?: boolean | undefined;
}

export interface SessionsAnswer {
  readonly document: SessionsDocument;
  /** The rows, with unique project names. */
  readonly rows: readonly ListedSession[];
  /** How many there are, whatever the limit; runs of one prompt count once. */
  readonly total: number;
  /** The beginnings by which the ids of all of them are told apart. */
  readonly ids?: ReadonlyMap<string, string>;
  /** The branches that may be meant; only where no session is on the one that was given. */
  readonly branches?: BranchesMeant;
}

/** `times`: how many sessions it stands for, where the same prompt was run again and again. */
export type ListedSession = SessionRow & WithResume & WithGist & { readonly times: number };

export type SessionsDocument = ReturnType<typeof documentOf>;

export async function sessions(
  options: SessionsOptions,
  context: Context,
): Promise<SessionsAnswer> {
  const memory = await openToShow(context);
  if (options.project !== undefined) requireProject(memory, options.project);
  const all =
    options.id === undefined ? rowsOf(options, memory, context) : oneOf(options.id, memory);
  const each = eachOnce(all);
  const found = each.slice(0, options.limit ?? SESSIONS_SHOWN);
  const listedOnce = found.map(({ row, times }) => ({ ...row, times }));
  const rows = withResume(withGists(listedOnce, memory), context);
  const total = each.length;
  const ids = shortIds(all.map(({ session }) => session));
  const listed = {
    document: documentOf(rows, total),
    rows: rows.map(namingOf(memory)),
    total,
    ids,
  };
  const { branch } = options;
  if (rows.length > 0 || branch === undefined) return listed;
  const within = withinOf(options, context.cwd);
  const branches = memory.branchesMeant(branch, within);
  return branches === null ? listed : { ...listed, branches };
}

function rowsOf(options: SessionsOptions, memory: Memory, context: Context): SessionRow[] {
  const all = memory.sessions(withinOf(options, context.cwd));
  const passes = filterOf(options, context);
  return passes === undefined ? all : all.filter(passes);
}

/** Returns whether a session passes the filters; undefined without any. */
function filterOf(
  { since, until, branch, headless = true }: SessionsOptions,
  context: Context,
): ((row: SessionRow) => boolean) | undefined {
  if (headless && [since, until, branch].every((each) => each === undefined)) return undefined;
  const { sinceMs = 0, untilMs = Number.POSITIVE_INFINITY } = parseFilters(
    { since, until },
    context,
  );
  return (row) =>
    row.endedAtMs >= sinceMs &&
    row.startedAtMs < untilMs &&
    (branch === undefined || row.branch === branch) &&
    (headless || !row.headless);
}

/** A session that is named is listed wherever it is, also one without text. */
function oneOf(id: string, memory: Memory): SessionRow[] {
  const wanted = sessionWithOrNone(id, memory);
  if (wanted === undefined) return [];
  const all = memory.sessions(ALL_PROJECTS);
  const listed = all.filter(({ session }) => session === wanted);
  return listed.length > 0 ? listed : rowWithoutText(wanted, memory);
}

/** The core lists sessions with text alone, not those that only called tools. */
function rowWithoutText(session: string, memory: Memory): SessionRow[] {
  const all = memory.show(session);
  const turns = all.filter(({ sessions }) => sessions.includes(session));
  const own = turns.filter(({ agent }) => !agent);
  const first = own[0] ?? turns[0];
  if (first === undefined) return [];
  const { project, projectKey, codingAgent, cwd, branch } = first;
  return [
    {
      session,
      codingAgent,
      project,
      projectKey,
      startedAtMs: Math.min(...turns.map(({ startedAtMs }) => startedAtMs)),
      endedAtMs: Math.max(...turns.map(({ endedAtMs }) => endedAtMs)),
      turns: own.length,
      sharedTurns: 0,
      sharedWith: null,
      clockAhead: false,
      headless: false,
      branch,
      cwd,
      prompt: '',
    },
  ];
}

function documentOf(rows: readonly ListedSession[], total: number) {
  return { version: 1, sessions: dated(rows), total };
}
