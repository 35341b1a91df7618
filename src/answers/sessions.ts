/** Lists the sessions, most recently active first. */

import { resumeCommand } from '../agents/find.ts';
import { parseFilters } from '../database/filters.ts';
import { openToRead } from '../database/open.ts';
import { type SessionRow, translated } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { namingOf } from '../state/project-names.ts';
import { isoOf } from '../text/numbers.ts';

export interface SessionsOptions {
  readonly limit: number;
  readonly project: string | undefined;
  readonly everything: boolean;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly branch?: string | undefined;
}

/** The most sessions that filters are tried on, newest first. */
const LOOKED_AT_MAX = 1_000;

export interface SessionsAnswer {
  readonly document: SessionsDocument;
  /** The rows, with unique project names. */
  readonly rows: readonly SessionRow[];
}

export type SessionsDocument = ReturnType<typeof documentOf>;

export async function sessions(
  options: SessionsOptions,
  context: Context,
): Promise<SessionsAnswer> {
  const memory = await openToRead(context);
  const { limit, project, everything } = options;
  const passes = filterOf(options, context);
  // A filter passes few of many.
  const atMost = passes === undefined ? limit : LOOKED_AT_MAX;
  const all = translated(() => memory.sessions(context.cwd, project ?? null, everything, atMost));
  const rows = passes === undefined ? all : all.filter(passes).slice(0, limit);
  return { document: documentOf(rows), rows: rows.map(namingOf(memory)) };
}

/** Returns whether a session passes the filters; undefined without any. */
function filterOf(
  { since, until, branch }: SessionsOptions,
  context: Context,
): ((row: SessionRow) => boolean) | undefined {
  if (since === undefined && until === undefined && branch === undefined) return undefined;
  const { sinceMs = 0, untilMs = Number.POSITIVE_INFINITY } = parseFilters(
    { since, until },
    context,
  );
  return (row) =>
    row.endedAtMs >= sinceMs &&
    row.startedAtMs < untilMs &&
    (branch === undefined || row.branch === branch);
}

function documentOf(rows: readonly SessionRow[]) {
  const sessions = rows.map((row) => ({
    session: row.session,
    project: row.project,
    projectKey: row.projectKey,
    startedAt: isoOf(row.startedAtMs),
    endedAt: isoOf(row.endedAtMs),
    turns: row.turns,
    branch: row.branch ?? null,
    cwd: row.cwd ?? null,
    prompt: row.prompt,
    resume: resumeCommand(row),
  }));
  return { version: 1, sessions };
}
