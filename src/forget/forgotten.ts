/** The list of forgotten turns, which outlives the database. The core writes it. */

import { textIfReadable } from '../files/regular-file.ts';
import { forgottenOf } from '../home/paths.ts';

/**
 * Ids of the list that are no turn's: one means all copies of a turn under other ids, one means
 * what its subagents did.
 */
const OF_OTHERS = /^(copy-[0-9a-f]{20}|began-[0-9a-f]{32})$/;

/** Returns the uuids of all turns ever forgotten here. */
export function forgottenTurns(home: string): string[] {
  return forgottenIds(home).filter((id) => !OF_OTHERS.test(id));
}

/**
 * Returns the uuids of all turns ever forgotten here, and the ids by which copies of them and the
 * turns of their subagents are known; unreadable lines are left out.
 */
export function forgottenIds(home: string): string[] {
  const text = textIfReadable(forgottenOf(home)) ?? '';
  return text.split('\n').flatMap((line) => {
    try {
      const id: unknown = JSON.parse(line);
      return typeof id === 'string' ? [id] : [];
    } catch {
      return [];
    }
  });
}
