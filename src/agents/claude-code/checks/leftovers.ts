/** Check of the folders of settings and plugins: copies that a stopped enable or disable left. */

import { homeOf } from '../../../home.ts';
import { type Check, warn } from '../../../process/check.ts';
import type { Context } from '../../../process/context.ts';
import { counted } from '../../../text/numbers.ts';
import { pluginLeftoversAt, settingsLeftovers } from '../install/leftovers.ts';
import { PLUGIN_SCOPES, pluginFolder } from '../install/plugin.ts';
import { receiptsIn } from '../install/receipt.ts';
import { SCOPES, settingsPath } from '../paths.ts';

/** Says nothing when there are none. */
export async function leftoverChecks(context: Context): Promise<Check[]> {
  const receipts = await receiptsIn(homeOf(context));
  const files = [...SCOPES.map((scope) => settingsPath(scope, context)), ...receipts.settings];
  const folders = [
    ...PLUGIN_SCOPES.map((each) => pluginFolder(each, context)),
    ...receipts.plugins,
  ];
  const found = await Promise.all([
    ...[...new Set(files)].map((path) => settingsLeftovers(path, 'old', context)),
    ...[...new Set(folders)].map((path) => pluginLeftoversAt(path, 'old', context)),
  ]);
  const [first, ...others] = found.flat();
  if (first === undefined) return [];
  const more = others.length > 0 ? `, and ${counted(others.length, 'other')}` : '';
  const fix = 'run `mementor enable` or `mementor disable` there, or delete it';
  return [warn('leftovers', `a stopped run left a copy: ${first}${more}`, fix)];
}
