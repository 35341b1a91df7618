/** The hits that were listed last, so that `mementor show 2` can mean the second of them. */

import { homeOf } from '../home/paths.ts';
import { type LastList, native } from '../memory.ts';
import type { Context } from '../process/context.ts';

/** Keeps a list. Never throws: the memory may be on a disk that can only be read. */
export function keepList(list: LastList, context: Context): void {
  try {
    native().keepList(homeOf(context), list);
  } catch {
    // The list before it is meant then.
  }
}

/** Returns the last list; undefined if there is none. */
export function lastList(context: Context): LastList | undefined {
  return native().lastList(homeOf(context)) ?? undefined;
}
