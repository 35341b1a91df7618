/** A person's own patterns of what is masked, checked by the core that uses them. */

import { native } from './memory.ts';

/** Returns what is wrong with each pattern that cannot be used. */
export function patternProblems(patterns: readonly string[]): string[] {
  return patterns.flatMap((pattern) => {
    const problem = native().maskPatternProblem(pattern);
    return problem === null ? [] : [`\`mask\` cannot use ${JSON.stringify(pattern)}: ${problem}`];
  });
}
