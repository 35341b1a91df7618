/** The line that shows the user what was added to a prompt. Pure. */

import { dayName } from '../text/days.ts';
import { counted } from '../text/numbers.ts';

/**
 * Returns `Mementor: added 2 past turns (Feb 2, Feb 11) and 1 note` for turns that began at these
 * times.
 */
export function noticeOf(startsMs: readonly number[], notes: number, nowMs: number): string {
  const oldestFirst = [...startsMs].sort((a, b) => a - b);
  const days = new Set(oldestFirst.flatMap((atMs) => dayName(atMs, nowMs) ?? []));
  const when = days.size === 0 ? '' : ` (${[...days].join(', ')})`;
  const added = [
    ...(startsMs.length > 0 ? [`${counted(startsMs.length, 'past turn')}${when}`] : []),
    ...(notes > 0 ? [counted(notes, 'note')] : []),
  ];
  return `Mementor: added ${added.join(' and ')}`;
}
