/** Checks the project of the current directory. */

import type { Memory } from '../memory.ts';
import { type Check, failure, warn } from '../process/check.ts';
import type { Context } from '../process/context.ts';
import { keptApart } from '../reports/kept-apart.ts';

/** Returns a warning if the directory is kept apart from a project that it names. */
export function projectChecks(memory: Memory, context: Context): Check[] {
  try {
    const apart = keptApart(memory.belonging(context.cwd));
    return apart === undefined ? [] : [warn('project', apart.detail, apart.fix)];
  } catch (error) {
    return [failure('project', error)];
  }
}
