/** What was done across sessions, by day and project: for a stand-up. */

import { utcOffset } from '../capture/options.ts';
import { parseFilters } from '../database/filters.ts';
import { openToShow } from '../database/open.ts';
import type { Memory, RecapSession } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { namingOf } from '../reports/project-names.ts';
import { type Where, withinStored } from '../reports/project-scope.ts';
import { isoOf } from '../text/numbers.ts';
import { localDay } from '../text/times.ts';
import { digestDocument } from './digest.ts';

export interface RecapOptions extends Where {
  /** As the user typed it. */
  readonly since: string;
  /** False leaves out those in which programs asked alone. */
  readonly headless?: boolean | undefined;
}

export interface RecapAnswer {
  readonly document: ReturnType<typeof documentOf>;
  readonly sinceMs: number;
  /** The last day first. */
  readonly days: readonly RecapDay[];
  /** How many sessions went on in that time and are not among these. */
  readonly more: number;
  /** End of the last session of all, whenever that was; null where none is stored. */
  readonly lastMs: number | null;
}

/** The sessions of a project that ended on a day, the last first. */
export interface RecapDay {
  /** `2026-11-03`, in local time. */
  readonly day: string;
  /** Its name, which no other project has. */
  readonly project: string;
  readonly sessions: readonly RecapSession[];
}

export async function recap(options: RecapOptions, context: Context): Promise<RecapAnswer> {
  const { since, headless = true } = options;
  const { sinceMs = 0 } = parseFilters({ since }, context);
  const memory = await openToShow(context);
  const wanted = { within: withinStored(options, memory, context.cwd), sinceMs, headless };
  const { days: all, more, lastMs } = memory.recap(wanted, utcOffset);
  const days = daysOf(all, memory);
  return { document: documentOf(sinceMs, days, more), sinceMs, days, more, lastMs };
}

function daysOf(days: readonly (readonly RecapSession[])[], memory: Memory): RecapDay[] {
  const nameOf = namingOf(memory);
  return days.flatMap((sessions) =>
    sessions.slice(0, 1).map(({ row }) => {
      const day = localDay(row.endedAtMs) ?? 'unknown';
      return { day, project: nameOf(row).project, sessions };
    }),
  );
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
