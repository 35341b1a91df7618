/** Checks how much of each damaged database that was moved aside is in the memory. */

import { homeOf } from '../home/paths.ts';
import { type DamagedCopy, native } from '../memory.ts';
import { type Check, fail, minor, warn } from '../process/check.ts';
import type { Context } from '../process/context.ts';
import { isSaved, saved } from '../salvage/damaged-copies.ts';
import { recoveryHint } from '../salvage/lost.ts';

/** Returns one check per copy; none if there is no copy. */
export async function damagedCopiesChecks(context: Context): Promise<Check[]> {
  const home = homeOf(context);
  return native()
    .homeReport(home)
    .damaged.map((copy) => copyCheck(copy, home));
}

function copyCheck({ path, bytes, outcome }: DamagedCopy, home: string): Check {
  if (outcome === null) {
    const fix = 'the next hook saves them; `mementor repair` does it now';
    return warn('damaged copy', `the turns of ${path} are not saved yet`, fix);
  }
  const detail = `saved ${saved(outcome)} of ${path}`;
  if (isSaved(outcome)) return minor('damaged copy', detail);
  const keep =
    bytes === 0
      ? 'The file is empty: deleting it loses nothing'
      : 'Keep the file: a later version may read more of it. Deleting it by hand gives up what was not saved';
  return fail('damaged copy', detail, `${recoveryHint(home)}. ${keep}`);
}
