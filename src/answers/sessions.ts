/** Lists the sessions, most recently active first. */

import { resumeCommand } from '../agents/find.ts';
import { openToRead } from '../database/open.ts';
import { type SessionRow, translated } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { namingOf } from '../state/project-names.ts';
import { isoOf } from '../text/numbers.ts';

export interface SessionsOptions {
  readonly limit: number;
  readonly project: string | undefined;
  readonly everything: boolean;
}

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
  const rows = translated(() => memory.sessions(context.cwd, project ?? null, everything, limit));
  return { document: documentOf(rows), rows: rows.map(namingOf(memory)) };
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
