/** The hits that were listed last, so that `mementor show 2` can mean the second of them. */

import { writeAtomic } from '../files/atomic-file.ts';
import { isStrings, parseObject } from '../files/json-object.ts';
import { FILE_MODE } from '../files/modes.ts';
import { textIfReadable } from '../files/regular-file.ts';
import { homeOf, lastListOf } from '../home/paths.ts';
import type { Context } from '../process/context.ts';

/** Ids only: no text of a conversation leaves the database. */
export interface LastList {
  /** When the list was shown. */
  readonly atMs: number;
  /** The turns, in the order of the list. */
  readonly turns: readonly string[];
  /** The turn that `mementor show` showed last. */
  readonly shown?: string | undefined;
}

/** Keeps a list. Never throws: the memory may be on a disk that can only be read. */
export async function keepList(list: LastList, context: Context): Promise<void> {
  const path = lastListOf(homeOf(context));
  const text = `${JSON.stringify({ version: 1, ...list })}\n`;
  await writeAtomic({ path, text, mode: FILE_MODE }).catch(() => {});
}

/** Returns the last list; undefined if there is none. */
export function lastList(context: Context): LastList | undefined {
  const found = parseObject(textIfReadable(lastListOf(homeOf(context))) ?? '');
  if (found === undefined || typeof found.atMs !== 'number' || !isStrings(found.turns)) {
    return undefined;
  }
  const { atMs, turns, shown } = found;
  return { atMs, turns, ...(typeof shown === 'string' ? { shown } : {}) };
}
