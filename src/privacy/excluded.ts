/** Directories whose conversations are kept out: neither stored nor recalled. */

import { native } from '../memory.ts';

/** Whether one of the globs names a session's directory: then its hooks leave no trace. */
export function isExcluded(globs: readonly string[], directory: string): boolean {
  // Nearly always: then no path needs to be looked at.
  return globs.length > 0 && native().isExcluded([...globs], directory);
}
