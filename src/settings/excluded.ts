/** Excluded directories: their conversations are neither stored nor recalled. */

import { native, translated } from '../memory.ts';

/**
 * Whether a glob matches a session's directory: then its hooks leave no trace. The globs are those
 * of `kept-out.ts`, without `~`.
 */
export function isExcluded(globs: readonly string[], directory: string): boolean {
  // The usual case is an empty list: avoids resolving paths.
  return globs.length > 0 && translated(() => native().isExcluded([...globs], directory));
}
