/** Checks settings and plugin folders for temporary copies of an interrupted enable or disable. */

import { type Check, warn } from '../../../process/check.ts';
import type { Context } from '../../../process/context.ts';
import { counted } from '../../../text/numbers.ts';
import { settingsLeftovers } from '../../settings-file/leftovers.ts';
import { placesOf } from '../install/places.ts';
import { pluginLeftovers } from '../install/plugin-folder.ts';

/** Returns no check if there are none. */
export async function leftoverChecks(context: Context): Promise<Check[]> {
  const { settings, plugins } = await placesOf(context);
  const found = await Promise.all([
    ...settings.map((path) => settingsLeftovers(path, 'old', context)),
    ...plugins.map((path) => pluginLeftovers(path, 'old', context)),
  ]);
  const [first, ...others] = found.flat();
  if (first === undefined) return [];
  const more = others.length > 0 ? `, and ${counted(others.length, 'other')}` : '';
  const fix = 'run `mementor enable` or `mementor disable` there, or delete it';
  return [warn('leftovers', `a stopped run left a copy: ${first}${more}`, fix)];
}
