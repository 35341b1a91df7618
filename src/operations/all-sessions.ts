/** Every session with text of some projects. */

import { type Memory, type SessionRow, translated } from '../memory.ts';
import type { Context } from '../process/context.ts';
import type { Where } from '../reports/project-scope.ts';

/** More sessions than anyone has. */
const SESSIONS_MAX = 1_000_000;

/** Returns the sessions, the one used last first; `atMost` of them where it is given. */
export function sessionsIn(
  { project, everything }: Where,
  memory: Memory,
  { cwd }: Pick<Context, 'cwd'>,
  atMost = SESSIONS_MAX,
): SessionRow[] {
  return translated(() => memory.sessions(cwd, project ?? null, everything, atMost));
}
