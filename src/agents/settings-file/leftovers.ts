/** Temporary files of a killed enable or disable, beside the files it wrote. */

import { type LookedFor, leftoversOf } from '../../files/atomic-file.ts';
import { removeTree } from '../../files/tree.ts';
import type { Context } from '../../process/context.ts';

/**
 * `old`: files too old for a running process to be still writing them. `all`: also recent files,
 * for a user who wants the hooks removed and no other process to add them meanwhile.
 */
export type Age = 'old' | 'all';

/** Returns the temporary copies of a settings file. */
export async function settingsLeftovers(
  path: string,
  age: Age,
  context: Context,
): Promise<readonly string[]> {
  return await leftoversOf(path, lookedFor(age, context));
}

/** Deletes files, and folders recursively. */
export async function removeLeftovers(paths: readonly string[]): Promise<void> {
  for (const path of paths) removeTree(path);
}

export function lookedFor(age: Age, context: Context): LookedFor {
  return { nowMs: context.now().getTime(), young: age === 'all' };
}
