/** The user's mask patterns and exclude globs, as the core understands them, which applies them. */

import { native } from '../memory.ts';
import type { Context } from '../process/context.ts';
import type { ListKey } from './table.ts';

/** Returns what is wrong with each pattern or glob that cannot be used. */
export function unusableItems(key: ListKey, items: readonly string[], context: Context): string[] {
  return items.flatMap((item) => {
    const isGlob = key === 'exclude';
    const [pattern = item] = isGlob ? globsOf([item], context) : [item];
    const problem = native().patternProblem(pattern, isGlob);
    return problem === null ? [] : [`\`${key}\` cannot use ${JSON.stringify(item)}: ${problem}`];
  });
}

/** Returns the globs with a leading `~` replaced by the home directory. */
export function globsOf(exclude: readonly string[], context: Context): string[] {
  const home = context.env.HOME || context.env.USERPROFILE || context.homedir;
  return exclude.map((glob) => glob.replace(/^~(?=$|[\\/])/, () => home));
}
