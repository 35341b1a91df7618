/**
 * The last known number of proposed notes, of all projects: the status line reads it without
 * opening the database.
 */

import { parseObject } from '../files/json-object.ts';
import { textIfReadable } from '../files/regular-file.ts';
import { stateOf } from '../home/paths.ts';

/** Returns the last known number; 0 if there is none. */
export function knownProposals(home: string): number {
  const count = parseObject(textIfReadable(stateOf(home)) ?? '')?.proposed;
  return typeof count === 'number' && Number.isSafeInteger(count) && count > 0 ? count : 0;
}
