/** Removes our plugin's folder. */

import { homeOf } from '../../../home.ts';
import type { Context } from '../../../process/context.ts';
import type { Removal } from '../../installation.ts';
import { hooksOf } from './hook-command.ts';
import { pluginLeftoversAt, removeLeftovers } from './leftovers.ts';
import {
  checkOurs,
  othersIn,
  type PluginFolder,
  readPlugin,
  removeEmptyPlugin,
  removePlugin,
} from './plugin-folder.ts';
import { deleteReceipt, type PluginReceipt, readPluginReceipt } from './receipt.ts';

/** Plans the removal of a plugin's folder; refuses if a user has changed our files. */
export async function pluginRemoval(path: string, context: Context): Promise<Removal> {
  const home = homeOf(context);
  const receipt = await readPluginReceipt(home, path);
  const folder = await readPlugin(path, hooksOf(context, receipt?.commands), receipt);
  const changed = folder.state === 'ours' || folder.state === 'stale';
  if (changed) checkOurs(folder);
  const leftovers = await pluginLeftoversAt(folder.target, 'all', context);
  const kept = changed ? await othersIn(folder, leftovers) : [];
  return {
    form: 'plugin',
    path: folder.path,
    changed,
    deleted: changed && kept.length === 0,
    removed: folder.files.map((file) => file.path),
    kept,
    mixed: [],
    leftovers,
    rest: folder.state === 'missing' ? 'absent' : 'foreign',
    reason:
      folder.state === 'foreign'
        ? `${folder.path} is not Mementor's`
        : `there is no plugin ${folder.path}`,
    apply: async () => {
      await removeLeftovers(leftovers);
      await remove(folder, changed, receipt);
      await deleteReceipt(home, folder.path);
    },
    again: async () => await pluginRemoval(path, context),
  };
}

async function remove(
  folder: PluginFolder,
  isOurs: boolean,
  receipt: PluginReceipt | undefined,
): Promise<void> {
  const created = receipt?.createdFolder ?? undefined;
  if (isOurs) await removePlugin(folder, created);
  // An interrupted run had created only the folders, or had deleted only the files.
  else if (receipt !== undefined) await removeEmptyPlugin(folder, created);
}
