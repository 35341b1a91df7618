/** The settings files and plugin folders that may contain our hooks. */

import { homeOf } from '../../../home/paths.ts';
import type { Context } from '../../../process/context.ts';
import { SCOPES } from '../../installation.ts';
import { type Receipt, receiptsIn } from '../../settings-file/receipt.ts';
import { settingsPath } from '../paths.ts';
import { PLUGIN_SCOPES, pluginFolder } from './plugin.ts';
import { warmFolder } from './warm-plugin.ts';

export interface Places {
  readonly settings: readonly string[];
  readonly plugins: readonly string[];
}

/** Returns the paths of every scope here, and those in receipts. */
export async function placesOf(context: Context): Promise<Places> {
  const receipts = await receiptsIn(homeOf(context));
  const pathsOf = (isMeant: (receipt: Receipt) => boolean) =>
    receipts.filter(isMeant).map(({ path }) => path);
  const settings = SCOPES.map((scope) => settingsPath(scope, context));
  const plugins = PLUGIN_SCOPES.map((scope) => pluginFolder(scope, context));
  return {
    settings: [...new Set([...settings, ...pathsOf(({ files }) => files === undefined)])],
    plugins: [
      ...new Set([...plugins, warmFolder(context), ...pathsOf(({ files }) => files !== undefined)]),
    ],
  };
}
