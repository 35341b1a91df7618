/** Removes our hooks from a settings file. */

import { dirname } from 'node:path';
import { homeOf } from '../../../home.ts';
import type { Context } from '../../../process/context.ts';
import type { Removal } from '../../installation.ts';
import { lineAbout, STATUS_LINE } from './enable-status-line.ts';
import { type Hooks, hooksOf } from './hook-command.ts';
import { removeLeftovers, settingsLeftovers } from './leftovers.ts';
import {
  deleteReceipt,
  type LineReceipt,
  lineKey,
  type Receipt,
  readLineReceipt,
  readReceipt,
  undoFor,
} from './receipt.ts';
import {
  deleteSettings,
  readSettings,
  removeEmptyFolders,
  type SettingsFile,
  writeSettings,
} from './settings.ts';
import { type Disabled, disableIn } from './settings-edit.ts';
import { disableLine } from './status-line.ts';

/** The planned change of a settings file. */
interface Change {
  readonly file: SettingsFile;
  readonly disabled: Disabled;
  /** The first folder that enable created for the file. */
  readonly createdFolder: string | null;
  readonly leftovers: readonly string[];
}

const NOTHING: Disabled = { text: undefined, changed: false, removed: [], mixed: [] };

/** Plans the removal of our hooks, and of our status line, from a settings file. */
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
  const line = await readLineReceipt(homeOf(context), path);
  const hooks = hooksOf(context, receipt?.commands);
  const written = { hooks, receipt, line };
  const disabled = file.text === undefined ? NOTHING : withoutOurs(file.text, path, written);
  // Whichever came first created the folder.
  const createdFolder = receipt?.createdFolder ?? line?.createdFolder ?? null;
  return { file, disabled, createdFolder, leftovers };
}

interface Written {
  readonly hooks: Hooks;
  readonly receipt: Receipt | undefined;
  readonly line: LineReceipt | undefined;
}

/**
 * Takes out our hooks and our status line. What came last goes first: then the undo of each matches
 * the text that it was made for.
 */
function withoutOurs(text: string, path: string, { hooks, receipt, line }: Written): Disabled {
  const hooksOut = (from: string) =>
    disableIn(from, hooks, { file: path, undo: undoFor(receipt, from) });
  const lineOut = (from: string) => disableLine(from, lineAbout(path, line, from));
  if (undoFor(receipt, text) !== undefined) {
    const first = hooksOut(text);
    const second = first.text === undefined ? undefined : lineOut(first.text);
    return second === undefined ? first : withLine({ ...first, text: second.text });
  }
  const first = lineOut(text);
  if (first === undefined) return hooksOut(text);
  return withLine(first.text === undefined ? NOTHING : hooksOut(first.text));
}

function withLine(hooks: Disabled): Disabled {
  return { ...hooks, changed: true, removed: [...hooks.removed, STATUS_LINE] };
}

/** Removes the hooks, and also the file and its folders if Mementor created them. */
async function apply(change: Change, home: string): Promise<void> {
  const { file, disabled, leftovers } = change;
  const created = change.createdFolder ?? undefined;
  await removeLeftovers(leftovers);
  if (disabled.changed && disabled.text === undefined) await deleteSettings(file, created);
  else if (disabled.text !== undefined && disabled.changed) {
    await writeSettings(file, disabled.text);
  } else if (file.text === undefined && created) {
    // An interrupted enable had created the folder but not the file.
    await removeEmptyFolders(dirname(file.target), created);
  }
  await deleteReceipt(home, file.path);
  await deleteReceipt(home, lineKey(file.path));
}
