/** What a session got when it started, or after a compaction, as its record has it. */

import { homeOf } from '../home/paths.ts';
import type { ToldLine } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { completed, recordedSessions, toldLast } from '../recalls/find.ts';
import { isoOf } from '../text/numbers.ts';

export interface NoStart {
  readonly version: 1;
  readonly session: null;
}

export interface FoundStart extends Omit<ToldLine, 'atMs'> {
  readonly version: 1;
  readonly session: string;
  readonly at: string;
}

export type StartDocument = FoundStart | NoStart;

/** Returns what a session got last; without an id, what the newest one here got. */
export async function whyStart(id: string | undefined, context: Context): Promise<StartDocument> {
  const home = homeOf(context);
  const session = id && (completed(id, await recordedSessions(home)) ?? id);
  const found = toldLast(home, session, context.cwd);
  if (found === undefined) return { version: 1, session: null };
  const { atMs, ...line } = found.line;
  return { version: 1, session: found.session, at: isoOf(atMs) ?? '', ...line };
}
