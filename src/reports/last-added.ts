/** When a prompt last got something from the memory. */

import { textIfReadable } from '../files/regular-file.ts';
import { isTyped, recordPaths } from '../recalls/find.ts';
import { isAddedTo, parseLines } from '../recalls/lines.ts';

export interface LastAdded {
  readonly atMs: number;
  readonly turns: number;
  readonly notes: number;
}

/** Returns undefined if no prompt got anything, in the records that are kept. */
export async function lastAdded(home: string): Promise<LastAdded | undefined> {
  let last: LastAdded | undefined;
  for (const path of await recordPaths(home)) {
    for (const line of parseLines(textIfReadable(path) ?? '').filter(isTyped)) {
      const { atMs, injected, notes } = line;
      if (!isAddedTo(line) || atMs <= (last?.atMs ?? 0)) continue;
      last = { atMs, turns: injected.length, notes: notes.length };
    }
  }
  return last;
}
