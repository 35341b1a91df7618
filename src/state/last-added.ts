/** When a prompt last got something from the memory. */

import { textIfReadable } from '../files/regular-file.ts';
import { isTyped, recordPaths } from '../recalls/find.ts';
import { parseLines } from '../recalls/lines.ts';

export interface LastAdded {
  readonly atMs: number;
  readonly turns: number;
}

/** Returns undefined if no prompt got anything, in the records that are kept. */
export async function lastAdded(home: string): Promise<LastAdded | undefined> {
  let last: LastAdded | undefined;
  for (const path of await recordPaths(home)) {
    for (const { atMs, injected } of parseLines(textIfReadable(path) ?? '').filter(isTyped)) {
      if (injected.length > 0 && atMs > (last?.atMs ?? 0)) last = { atMs, turns: injected.length };
    }
  }
  return last;
}
