/** What a session got when it started, or after a compaction, as its record has it. */

import { homeOf } from '../home/paths.ts';
import type { ToldLine } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { sessionMeant, toldLast } from '../recalls/find.ts';
import { isoOf } from '../text/numbers.ts';

export interface FoundStart extends Omit<ToldLine, 'atMs'> {
  readonly version: 1;
  readonly session: string;
  readonly at: string;
}

/** Returns what a session got last; without an id, what the newest one here got. */
export async function whyStart(id: string | undefined, context: Context) {
  const home = homeOf(context);
  const session = id && (await sessionMeant(id, context));
  const found = toldLast(home, session, context.cwd);
  if (found === undefined) return { version: 1, session: null } as const;
  const { atMs, ...line } = found.line;
  const start: FoundStart = { version: 1, session: found.session, at: isoOf(atMs) ?? '', ...line };
  return start;
}
