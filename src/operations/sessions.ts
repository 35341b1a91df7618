/** Lists the sessions, most recently active first. */

import { type WithResume, withResume } from '../agents/find.ts';
import { type Filters, parseFilters } from '../database/filters.ts';
import { openToShow } from '../database/open.ts';
import type { BranchesMeant, ListedSession, Memory, SessionsWanted } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { namingOf } from '../reports/project-names.ts';
import { type Where, withinStored } from '../reports/project-scope.ts';
import { shortIds } from '../text/lines.ts';
import { dated } from './dated.ts';
import { sessionWithOrNone } from './session-id.ts';

/** How many are listed where no number is given. */
export const SESSIONS_SHOWN = 20;

export interface SessionsOptions
  extends Where,
    Pick<Filters, 'since' | 'until' | 'branch' | 'headless'> {
  /** Only the session with this id, or with a turn of this id; a prefix is enough. */
  readonly id?: string | undefined;
  /** Defaults to 20. */
  readonly limit?: number | undefined;
}

export interface SessionsAnswer {
  readonly document: ReturnType<typeof documentOf>;
  /** The rows, with unique project names. */
  readonly rows: readonly SessionShown[];
  /** How many there are, whatever the limit; runs of one prompt count once. */
  readonly total: number;
  /** The beginnings by which the ids of all of them are told apart. */
  readonly ids?: ReadonlyMap<string, string>;
  /** The branches that may be meant; only where no session is on the one that was given. */
  readonly branches?: BranchesMeant;
}

/** A session with the command that leads back into it. */
export type SessionShown = ListedSession & WithResume;

export async function sessions(
  options: SessionsOptions,
  context: Context,
): Promise<SessionsAnswer> {
  const memory = await openToShow(context);
  const { sessions, total, ids, branches } = memory.sessions({
    within: withinStored(options, memory, context.cwd),
    limit: options.limit ?? SESSIONS_SHOWN,
    headless: options.headless ?? true,
    ...(options.branch === undefined ? {} : { branch: options.branch }),
    ...wantedOf(options, memory, context),
  });
  const rows = withResume(sessions, context);
  return {
    document: documentOf(rows, total),
    rows: rows.map(namingOf(memory)),
    total,
    ids: shortIds(ids),
    ...(branches === null ? {} : { branches }),
  };
}

/** A session that is named is listed whenever it was. */
function wantedOf(
  { id, since, until }: SessionsOptions,
  memory: Memory,
  context: Context,
): Pick<SessionsWanted, 'session' | 'sinceMs' | 'untilMs'> {
  if (id === undefined) return parseFilters({ since, until }, context);
  return { session: sessionWithOrNone(id, memory) ?? id };
}

function documentOf(rows: readonly SessionShown[], total: number) {
  return { version: 1, sessions: dated(rows), total };
}
