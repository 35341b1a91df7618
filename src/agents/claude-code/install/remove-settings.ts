/** Removes our hooks from a settings file. */

import { dirname } from 'node:path';
import { homeOf } from '../../../home.ts';
import type { Context } from '../../../process/context.ts';
import type { Removal } from '../../installation.ts';
import { hooksOf } from './hook-command.ts';
import { removeLeftovers, settingsLeftovers } from './leftovers.ts';
import { deleteReceipt, type Receipt, readReceipt, undoFor } from './receipt.ts';
import {
  deleteSettings,
  readSettings,
  removeEmptyFolders,
  type SettingsFile,
  writeSettings,
} from './settings.ts';
import { type Disabled, disableIn } from './settings-edit.ts';

/** The planned change of a settings file. */
interface Change {
  readonly file: SettingsFile;
  readonly disabled: Disabled;
  readonly receipt: Receipt | undefined;
  readonly leftovers: readonly string[];
}

const NOTHING: Disabled = { text: undefined, changed: false, removed: [], mixed: [] };

/** Plans the removal of our hooks from a settings file. */
export async function settingsRemoval(path: string, context: Context): Promise<Removal> {
  const change = await changeAt(path, context);
  const { file, disabled, leftovers } = change;
  const { changed, removed, mixed } = disabled;
  const isAbsent = file.text === undefined;
  return {
    form: 'settings',
    path,
    changed,
    deleted: changed && disabled.text === undefined,
    removed,
    kept: [],
    mixed,
    leftovers,
    diff: { before: file.text ?? '', after: disabled.text ?? '' },
    rest: isAbsent ? 'absent' : mixed.length > 0 ? 'mixed' : 'clean',
    reason: reasonFor(path, isAbsent, mixed),
    apply: async () => await apply(change, homeOf(context)),
    again: async () => await settingsRemoval(path, context),
  };
}

function reasonFor(path: string, isAbsent: boolean, mixed: readonly string[]): string {
  if (isAbsent) return `there is no ${path}`;
  const others = mixed.length > 0 ? ' that run nothing else' : '';
  return `no hooks of Mementor${others} in ${path}`;
}

async function changeAt(path: string, context: Context): Promise<Change> {
  const receipt = await readReceipt(homeOf(context), path);
  const file = await readSettings(path);
  const leftovers = await settingsLeftovers(file.target, 'all', context);
  if (file.text === undefined) return { file, disabled: NOTHING, receipt, leftovers };
  const hooks = hooksOf(context, receipt?.commands);
  const undo = undoFor(receipt, file.text);
  const disabled = disableIn(file.text, hooks, { file: path, undo });
  return { file, disabled, receipt, leftovers };
}

/** Removes the hooks, and also the file and its folders if Mementor created them. */
async function apply({ file, disabled, receipt, leftovers }: Change, home: string): Promise<void> {
  const created = receipt?.createdFolder ?? undefined;
  await removeLeftovers(leftovers);
  if (disabled.changed && disabled.text === undefined) await deleteSettings(file, created);
  else if (disabled.text !== undefined && disabled.changed) {
    await writeSettings(file, disabled.text);
  } else if (file.text === undefined && created) {
    // An interrupted enable had created the folder but not the file.
    await removeEmptyFolders(dirname(file.target), created);
  }
  await deleteReceipt(home, file.path);
}
