/** Puts our segment into the status line of a person's settings, and takes it out again. */

import { homeOf } from '../../../home/paths.ts';
import type { Context } from '../../../process/context.ts';
import type { Watch } from '../../../process/watch.ts';
import type { Enabled, EnableOptions, Removal } from '../../installation.ts';
import {
  deleteReceipt,
  type LineReceipt,
  lineKey,
  readLineReceipt,
  undoFor,
} from '../../settings-file/receipt.ts';
import {
  deleteSettings,
  readSettings,
  type SettingsFile,
  writeSettings,
} from '../../settings-file/settings.ts';
import { writeWithReceipt } from '../../settings-file/write-with-receipt.ts';
import { settingsPath } from '../paths.ts';
import { disableLine, enableLine, type LineAbout } from './status-line.ts';

/** The name of the change, in answers. */
export const STATUS_LINE = 'statusLine';

export async function enableStatusLine(
  { dryRun }: EnableOptions,
  context: Context,
  watch: Watch,
): Promise<Enabled> {
  const { path, file, receipt, about } = await lineAt(settingsPath('user', context), context);
  const { text, changed, isUpdate, original, undo } = enableLine(file.text, context, about);
  if (undo && !dryRun) {
    const kept = { path, line: { original: original ?? null }, undo, earlier: about.undo };
    const writing = { file, text, key: lineKey(path), before: receipt, receipt: kept };
    await writeWithReceipt(writing, context, watch);
  }
  return {
    form: 'settings',
    statusline: true,
    scope: 'user',
    path,
    changed,
    created: changed && file.text === undefined,
    added: changed && !isUpdate ? [STATUS_LINE] : [],
    updated: changed && isUpdate ? [STATUS_LINE] : [],
    mixed: [],
    diff: { before: file.text ?? '', after: text },
    use: useOf(original !== undefined),
    shared: [],
  };
}

function useOf(isComposed: boolean): string[] {
  const what =
    'It says how much was recalled in the session, how many notes wait for `mementor notes review`, and whether storing is behind; with nothing to say, it is empty.';
  return isComposed
    ? [what, 'It stands behind your own status line, which runs as before.']
    : [what];
}

/** Plans to take our segment out. */
export async function statusLineRemoval(path: string, context: Context): Promise<Removal> {
  const { file, receipt, about } = await lineAt(path, context);
  const done = file.text === undefined ? undefined : disableLine(file.text, about);
  return {
    form: 'settings',
    path,
    changed: done !== undefined,
    deleted: done !== undefined && done.text === undefined,
    removed: done === undefined ? [] : [STATUS_LINE],
    kept: [],
    mixed: [],
    leftovers: [],
    diff: {
      before: file.text ?? '',
      after: done === undefined ? (file.text ?? '') : (done.text ?? ''),
    },
    rest: file.text === undefined ? 'absent' : 'clean',
    reason: `the status line in ${path} is not Mementor's`,
    apply: async () => {
      if (done !== undefined) await writeOrDelete(file, done.text, receipt);
      await deleteReceipt(homeOf(context), lineKey(path));
    },
  };
}

async function writeOrDelete(
  file: SettingsFile,
  text: string | undefined,
  receipt: LineReceipt | undefined,
): Promise<void> {
  if (text === undefined) await deleteSettings(file, receipt?.createdFolder ?? undefined);
  else await writeSettings(file, text);
}

async function lineAt(path: string, context: Context) {
  const receipt = await readLineReceipt(homeOf(context), path);
  const file = await readSettings(path);
  return { path, file, receipt, about: lineAbout(path, receipt, file.text) };
}

/** What a receipt says about a file with this text. */
export function lineAbout(
  file: string,
  receipt: LineReceipt | undefined,
  text: string | undefined,
): LineAbout {
  return { file, undo: undoFor(receipt, text), original: receipt?.line.original ?? undefined };
}
