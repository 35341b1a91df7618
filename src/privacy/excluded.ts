/** Directories whose conversations are kept out: neither stored nor recalled. */

import type { HookInput } from '../agents/claude-code/payload.ts';
import { native } from '../memory.ts';
import type { Context } from '../process/context.ts';

/** Returns the globs with the home directory in the place of a leading `~`. */
export function globsOf(exclude: readonly string[], context: Context): string[] {
  const home = context.env.HOME || context.env.USERPROFILE || context.homedir;
  return exclude.map((glob) => glob.replace(/^~(?=$|[\\/])/, () => home));
}

/** Whether a hook runs in a directory that one of the globs names: then it leaves no trace. */
export function isExcluded(globs: readonly string[], input: HookInput, context: Context): boolean {
  // Nearly always: then no path needs to be looked at.
  if (globs.length === 0) return false;
  const directory = context.env.CLAUDE_PROJECT_DIR ?? input.cwd ?? context.cwd;
  return native().isExcluded([...globs], directory);
}
