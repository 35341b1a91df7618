/** Excluded directories: their conversations are neither stored nor recalled. */

import { native } from '../memory.ts';

/** Whether a glob matches a session's directory: then its hooks leave no trace. */
export function isExcluded(globs: readonly string[], directory: string): boolean {
  // The usual case is an empty list: avoids resolving paths.
  return globs.length > 0 && native().isExcluded([...globs], directory);
}
