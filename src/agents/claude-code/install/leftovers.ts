/** What an enable or disable that was killed left beside the files that it wrote. */

import { rm } from 'node:fs/promises';
import { type LookedFor, leftoversOf } from '../../../files/atomic-file.ts';
import type { Context } from '../../../process/context.ts';
import { pluginLeftovers } from './plugin-folder.ts';

/**
 * `old`: what no running process can still be writing. `all`: also what was written a moment ago,
 * for a person who wants the hooks gone and not somebody else to put them in meanwhile.
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

/** Returns the temporary files in a plugin's folder, and the folders that it was prepared in. */
export async function pluginLeftoversAt(
  folder: string,
  age: Age,
  context: Context,
): Promise<readonly string[]> {
  return await pluginLeftovers(folder, lookedFor(age, context));
}

/** Deletes files, and folders with all that is in them. */
export async function removeLeftovers(paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(path, { recursive: true, force: true });
}

function lookedFor(age: Age, context: Context): LookedFor {
  return { nowMs: context.now().getTime(), young: age === 'all' };
}
