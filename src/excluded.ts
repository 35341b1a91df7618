/** Directories whose conversations are kept out: neither stored nor recalled. */

import type { SettingsInHook } from './config.ts';
import type { Context } from './context.ts';
import type { HookInput } from './hooks/input.ts';
import { native } from './memory.ts';

/** Returns the globs with the home directory in the place of a leading `~`. */
export function globsOf(exclude: readonly string[], context: Context): string[] {
  const home = context.env.HOME ?? context.env.USERPROFILE ?? '';
  return exclude.map((glob) => glob.replace(/^~(?=$|[\\/])/, () => home));
}

/** Whether a hook runs in an excluded directory: then it leaves no trace. */
export function isExcluded(input: HookInput, setting: SettingsInHook, context: Context): boolean {
  const globs = globsOf(setting('exclude'), context);
  // Nearly always: then no path needs to be looked at.
  if (globs.length === 0) return false;
  const directory = context.env.CLAUDE_PROJECT_DIR ?? input.cwd ?? context.cwd;
  return native().isExcluded(globs, directory);
}
