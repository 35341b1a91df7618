/** Check of the project that the current directory belongs to. */

import type { Context } from '../context.ts';
import { type Memory, translated } from '../memory.ts';
import { keptApart } from '../output/kept-apart.ts';
import { type Check, failure, warn } from './check.ts';

/** Returns a warning when the directory is kept apart from a project that it names. */
export function projectChecks(memory: Memory, context: Context): Check[] {
  try {
    const apart = keptApart(translated(() => memory.belonging(context.cwd)));
    return apart === undefined ? [] : [warn('project', apart.detail, apart.fix)];
  } catch (error) {
    return [failure('project', error)];
  }
}
