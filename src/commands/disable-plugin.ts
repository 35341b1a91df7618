/** The plugin's part of `mementor disable`: what to remove, and how that is told. */

import { hooksOf } from '../agents/claude-code/install/hook-command.ts';
import { pluginLeftoversAt, removeLeftovers } from '../agents/claude-code/install/leftovers.ts';
import {
  checkOurs,
  othersIn,
  type PluginFolder,
  readPlugin,
  removeEmptyPlugin,
  removePlugin,
} from '../agents/claude-code/install/plugin-folder.ts';
import {
  deleteReceipt,
  type PluginReceipt,
  readPluginReceipt,
} from '../agents/claude-code/install/receipt.ts';
import { homeOf } from '../home.ts';
import type { Style } from '../output/style.ts';
import type { Context } from '../process/context.ts';

const KEPT_SHOWN_MAX = 5;

/** What disable does to a plugin's folder. */
export interface Removal {
  readonly folder: PluginFolder;
  readonly receipt: PluginReceipt | undefined;
  readonly changed: boolean;
  readonly removed: readonly string[];
  /** Files that others put there: the folder stays for them. */
  readonly kept: readonly string[];
  /** Temporary files and folders that a stopped run left. */
  readonly leftovers: readonly string[];
}

/** Looks at a plugin's folder; refuses one that a person has changed. */
export async function removalAt(path: string, context: Context): Promise<Removal> {
  const receipt = await readPluginReceipt(homeOf(context), path);
  const folder = await readPlugin(path, hooksOf(context, receipt?.commands), receipt);
  const changed = folder.state === 'ours' || folder.state === 'stale';
  if (changed) checkOurs(folder);
  const removed = folder.files.map((file) => file.path);
  const leftovers = await pluginLeftoversAt(folder.target, 'all', context);
  const kept = changed ? await othersIn(folder, leftovers) : [];
  return { folder, receipt, changed, removed, kept, leftovers };
}

export async function remove(removal: Removal, home: string): Promise<void> {
  const { folder, receipt, changed, leftovers } = removal;
  const created = receipt?.createdFolder ?? undefined;
  await removeLeftovers(leftovers);
  if (changed) await removePlugin(folder, created);
  // A run that was stopped had made the folders and not the files, or had deleted these only.
  else if (receipt !== undefined) await removeEmptyPlugin(folder, created);
  await deleteReceipt(home, folder.path);
}

export function removalDocument({ folder, changed, removed, kept }: Removal) {
  return {
    folder: folder.path,
    changed,
    deleted: changed && kept.length === 0,
    removed,
    kept,
  };
}

/** Returns the lines of a dry run. */
export function plannedLines({ folder, removed, kept }: Removal, paint: Style): string[] {
  const verb = kept.length === 0 ? 'would delete' : 'would change';
  return [
    paint.bold(`mementor disable ${verb} ${folder.path}`),
    ...removed.map((path) => paint.red(`- ${path}`)),
    ...keptLines(kept),
  ];
}

export function removedLines({ folder, removed, kept }: Removal, paint: Style): string[] {
  const gone = kept.length === 0 ? ' (deleted)' : '';
  return [
    `${paint.green('Disabled')} Mementor as a plugin in ${paint.cyan(folder.path)}${gone}`,
    `  removed  ${removed.join(', ')}`,
    ...keptLines(kept),
  ];
}

/** Returns why there is nothing to do. */
export function reasonOf({ folder }: Removal): string {
  if (folder.state === 'foreign') return `${folder.path} is not Mementor's`;
  return `there is no plugin ${folder.path}`;
}

function keptLines(kept: readonly string[]): string[] {
  if (kept.length === 0) return [];
  const more = kept.length - KEPT_SHOWN_MAX;
  const shown = [...kept.slice(0, KEPT_SHOWN_MAX), ...(more > 0 ? [`${more} more`] : [])];
  return [`  kept     ${shown.join(', ')} (not Mementor's)`];
}
