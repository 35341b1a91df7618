/** Temporary files of a killed enable or disable in a plugin's folder. */

import type { Context } from '../../../process/context.ts';
import { type Age, lookedFor } from '../../settings-file/leftovers.ts';
import { pluginLeftovers } from './plugin-folder.ts';

/** Returns the temporary files in a plugin's folder, and the plugin's staging folders. */
export async function pluginLeftoversAt(
  folder: string,
  age: Age,
  context: Context,
): Promise<readonly string[]> {
  return await pluginLeftovers(folder, lookedFor(age, context));
}
