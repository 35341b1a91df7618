/** The line that tells the user what was added to a prompt. Pure. */

import { dayName } from '../text/days.ts';

/** Returns `Mementor: added 2 past turns (Feb 2, Feb 11)` for turns that began at these times. */
export function noticeOf(startsMs: readonly number[], nowMs: number): string {
  const oldestFirst = [...startsMs].sort((a, b) => a - b);
  const days = new Set(oldestFirst.flatMap((atMs) => dayName(atMs, nowMs) ?? []));
  const when = days.size === 0 ? '' : ` (${[...days].join(', ')})`;
  const turns = startsMs.length === 1 ? '1 past turn' : `${startsMs.length} past turns`;
  return `Mementor: added ${turns}${when}`;
}
