/** Removes our plugin's folder. */

import { homeOf } from '../../../home/paths.ts';
import type { Context } from '../../../process/context.ts';
import type { Removal } from '../../installation.ts';
import { removeLeftovers } from '../../settings-file/leftovers.ts';
import { deleteReceipt, writeReceipt } from '../../settings-file/receipt.ts';
import { PARTS, type Part, partOf } from './plugin.ts';
import {
  checkOurs,
  othersIn,
  type PluginFolder,
  pluginLeftovers,
  readPlugin,
  removeEmptyPlugin,
  removeFiles,
  removePlugin,
} from './plugin-folder.ts';

/** Plans the removal of a plugin's folder; refuses if a user has changed our files. */
export async function pluginRemoval(path: string, context: Context): Promise<Removal> {
  return await folderRemoval(await readPlugin(path, context), context);
}

/** Plans the removal of a folder of ours; refuses if a user has changed our files. */
export async function folderRemoval(folder: PluginFolder, context: Context): Promise<Removal> {
  const changed = folder.state === 'ours' || folder.state === 'stale';
  if (changed) checkOurs(folder);
  const leftovers = await pluginLeftovers(folder.target, 'all', context);
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
      await remove(folder, changed);
      await deleteReceipt(homeOf(context), folder.path);
    },
  };
}

async function remove(folder: PluginFolder, isOurs: boolean): Promise<void> {
  const created = folder.receipt?.createdFolder ?? undefined;
  if (isOurs) await removePlugin(folder, created);
  // An interrupted run had created only the folders, or had deleted only the files.
  else if (folder.receipt !== undefined) await removeEmptyPlugin(folder, created);
}

/** Plans the removal of a part; the others stay. Without others, the whole plugin goes. */
export async function partRemoval(path: string, part: Part, context: Context): Promise<Removal> {
  const folder = await readPlugin(path, context);
  const { receipt } = folder;
  const whole = await folderRemoval(folder, context);
  const parts = new Set(folder.files.map((file) => partOf(file.path)));
  const isThere = parts.has(part);
  const hasOthers = PARTS.some((other) => other !== part && parts.has(other));
  if (isThere && !hasOthers) return whole;
  if (isThere) checkOurs(folder);
  const removed = folder.files.map((file) => file.path).filter((file) => partOf(file) === part);
  return {
    ...whole,
    changed: isThere,
    deleted: false,
    removed,
    kept: isThere ? folder.taken.filter((file) => partOf(file) === part) : [],
    leftovers: [],
    reason: `there is no ${NAMES[part]} of Mementor's in ${folder.path}`,
    apply: async () => {
      if (isThere) await removeFiles(folder, removed);
      if (!isThere || receipt === undefined) return;
      const files = receipt.files?.filter((file) => partOf(file.path) !== part);
      await writeReceipt(homeOf(context), { ...receipt, files });
    },
  };
}

const NAMES = { hooks: 'hook', mcp: 'server', skill: 'skill' } as const;
