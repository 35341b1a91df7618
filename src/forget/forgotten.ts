/** The list of forgotten turns, which outlives the database. The core writes it. */

import { textIfReadable } from '../files/regular-file.ts';
import { forgottenOf } from '../home.ts';

/** Stands for all copies of a turn under other ids. */
const FINGERPRINT = /^copy-[0-9a-f]{20}$/;

/** Returns the uuids of all turns ever forgotten here. */
export function forgottenTurns(home: string): string[] {
  return forgottenIds(home).filter((id) => !FINGERPRINT.test(id));
}

/**
 * Returns the uuids of all turns ever forgotten here, and the fingerprints by which copies of them
 * are known; unreadable lines are left out.
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
