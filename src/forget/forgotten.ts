/** The list of forgotten turns, which outlives the database. The core writes it. */

import { textIfReadable } from '../files/regular-file.ts';
import { forgottenOf } from '../home.ts';

/** Returns the uuids of all turns ever forgotten here; unreadable lines are left out. */
export function forgottenTurns(home: string): string[] {
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
