/** Checks the user's mask patterns and exclude globs with the core, which applies them. */

import { native } from '../memory.ts';
import type { Context } from '../process/context.ts';

/** Returns the problem of each mask pattern that cannot be used. */
export function patternProblems(patterns: readonly string[]): string[] {
  return problems('mask', patterns, (pattern) => native().maskPatternProblem(pattern));
}

/** Returns the problem of each exclude glob that cannot be used. */
export function globProblems(exclude: readonly string[], context: Context): string[] {
  const problemOf = (glob: string) =>
    native().excludeGlobProblem(globsOf([glob], context)[0] ?? glob);
  return problems('exclude', exclude, problemOf);
}

function problems(
  key: string,
  items: readonly string[],
  problemOf: (item: string) => string | null,
): string[] {
  return items.flatMap((item) => {
    const problem = problemOf(item);
    return problem === null ? [] : [`\`${key}\` cannot use ${JSON.stringify(item)}: ${problem}`];
  });
}

/** Returns the globs with a leading `~` replaced by the home directory. */
export function globsOf(exclude: readonly string[], context: Context): string[] {
  const home = context.env.HOME || context.env.USERPROFILE || context.homedir;
  return exclude.map((glob) => glob.replace(/^~(?=$|[\\/])/, () => home));
}
