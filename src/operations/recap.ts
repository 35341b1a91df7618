/** What was done across sessions, by day and project: for a stand-up. */

import { parseFilters } from '../database/filters.ts';
import { openToShow } from '../database/open.ts';
import type { Digest, Memory, SessionRow } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { namingOf, requireProject } from '../reports/project-names.ts';
import { type Where, withinOf } from '../reports/project-scope.ts';
import { isoOf } from '../text/numbers.ts';
import { localDay } from '../text/times.ts';
import { digestDocument, digestOf } from './digest.ts';
import { eachOnce, type Repeated } from './repeated-sessions.ts';

export interface RecapOptions extends Where {
  /** As the user typed it. */
  readonly since: string;
  /** False leaves out those in which programs asked alone. */
  readonly headless?: boolean | undefined;
}

export interface RecapAnswer {
  readonly document: RecapDocument;
  readonly sinceMs: number;
  /** The last day first. */
  readonly days: readonly RecapDay[];
  /** How many sessions went on in that time and are not among these. */
  readonly more: number;
  /** End of the last session of all, whenever that was; undefined where none is stored. */
  readonly lastMs: number | undefined;
}

/** The sessions of a project that ended on a day, the last first. */
export interface RecapDay {
  /** `2026-11-03`, in local time. */
  readonly day: string;
  /** Its name, which no other project has. */
  readonly project: string;
  readonly sessions: readonly RecapSession[];
}

export interface RecapSession {
  readonly row: SessionRow;
  /** How many sessions of the day it stands for, where the same prompt was run again. */
  readonly times: number;
  readonly digest: Digest;
}

export type RecapDocument = ReturnType<typeof documentOf>;

/** A recap of more would be read by nobody. */
const SESSIONS_MAX = 100;

export async function recap(options: RecapOptions, context: Context): Promise<RecapAnswer> {
  const { since, project } = options;
  const { sinceMs = 0 } = parseFilters({ since }, context);
  const memory = await openToShow(context);
  if (project !== undefined) requireProject(memory, project);
  const all = memory.sessions(withinOf(options, context.cwd));
  const lastMs = all.reduce<number | undefined>(
    (last, { endedAtMs }) => Math.max(last ?? endedAtMs, endedAtMs),
    undefined,
  );
  const rows = all.filter(
    (row) => row.endedAtMs >= sinceMs && !(options.headless === false && row.headless),
  );
  const each = eachOnce(rows, ({ endedAtMs }) => localDay(endedAtMs) ?? '');
  const sessions = each.slice(0, SESSIONS_MAX).flatMap((one) => summedUp(one, memory));
  const days = daysOf(sessions, memory);
  const more = Math.max(0, each.length - SESSIONS_MAX);
  return { document: documentOf(sinceMs, days, more), sinceMs, days, more, lastMs };
}

/** Leaves out sessions of which nothing is known. */
function summedUp({ row, times }: Repeated<SessionRow>, memory: Memory): RecapSession[] {
  const digest = digestOf(row.session, memory);
  return digest === undefined || digest.lines.length === 0 ? [] : [{ row, digest, times }];
}

function daysOf(sessions: readonly RecapSession[], memory: Memory): RecapDay[] {
  const nameOf = namingOf(memory);
  const groups = new Map<string, { day: string; project: string; sessions: RecapSession[] }>();
  for (const session of sessions) {
    const { endedAtMs, projectKey } = session.row;
    const day = localDay(endedAtMs) ?? 'unknown';
    const key = JSON.stringify([day, projectKey]);
    const group = groups.get(key) ?? { day, project: nameOf(session.row).project, sessions: [] };
    group.sessions.push(session);
    groups.set(key, group);
  }
  // The days in order, and on each the project that was active last.
  return [...groups.values()].sort((a, b) => (a.day === b.day ? 0 : a.day < b.day ? 1 : -1));
}

/** The document that scripts read: its field names are stable. */
function documentOf(sinceMs: number, days: readonly RecapDay[], more: number) {
  return {
    version: 1,
    since: isoOf(sinceMs),
    days: days.map(({ day, project, sessions }) => ({
      day,
      project,
      sessions: sessions.map(({ row, digest, times }) => ({
        session: row.session,
        times,
        codingAgent: row.codingAgent,
        projectKey: row.projectKey,
        branch: row.branch,
        digest: digestDocument(digest),
      })),
    })),
    more,
  };
}
