/** Directories whose conversations are kept out: neither stored nor recalled. */

import type { HookInput } from '../agents/claude-code/hook-format.ts';
import { native } from '../memory.ts';
import type { Context } from '../process/context.ts';

/** Whether a hook runs in a directory that one of the globs names: then it leaves no trace. */
export function isExcluded(globs: readonly string[], input: HookInput, context: Context): boolean {
  // Nearly always: then no path needs to be looked at.
  if (globs.length === 0) return false;
  const directory = context.env.CLAUDE_PROJECT_DIR ?? input.cwd ?? context.cwd;
  return native().isExcluded([...globs], directory);
}
