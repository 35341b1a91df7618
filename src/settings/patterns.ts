/** What a person says must not be stored, checked by the core that obeys it. */

import { native } from '../memory.ts';
import type { Context } from '../process/context.ts';

/** Returns what is wrong with each pattern of what is masked that cannot be used. */
export function patternProblems(patterns: readonly string[]): string[] {
  return problems('mask', patterns, (pattern) => native().maskPatternProblem(pattern));
}

/** Returns what is wrong with each glob of excluded directories that cannot be used. */
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

/** Returns the globs with the home directory in the place of a leading `~`. */
export function globsOf(exclude: readonly string[], context: Context): string[] {
  const home = context.env.HOME || context.env.USERPROFILE || context.homedir;
  return exclude.map((glob) => glob.replace(/^~(?=$|[\\/])/, () => home));
}
