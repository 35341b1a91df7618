/** Every session with text of some projects. */

import type { Memory, SessionRow } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { type Where, withinOf } from '../reports/project-scope.ts';

/** More sessions than anyone has. */
const SESSIONS_MAX = 1_000_000;

/** Returns the sessions, the one used last first; `atMost` of them where it is given. */
export function sessionsIn(
  where: Where,
  memory: Memory,
  { cwd }: Pick<Context, 'cwd'>,
  atMost = SESSIONS_MAX,
): SessionRow[] {
  return memory.sessions(withinOf(where, cwd), atMost);
}
