/** Writes a file of settings together with the receipt of what was written. */

import { homeOf } from '../../home/paths.ts';
import type { Context } from '../../process/context.ts';
import type { Watch } from '../../process/watch.ts';
import { keepReceipt, orReceiptBack } from './keep-receipt.ts';
import { createdFolderFor, type LineReceipt, type PartReceipt, type Receipt } from './receipt.ts';
import { type SettingsFile, writeSettings } from './settings.ts';

type WithoutFolder<R> = Omit<R, 'createdFolder' | 'createdFile'>;

/** A file, its new text and what is kept of it. */
export interface Writing {
  readonly file: SettingsFile;
  readonly text: string;
  /** The key of the receipt, and the one that was kept before. */
  readonly key: string;
  readonly before: Receipt | LineReceipt | PartReceipt | undefined;
  /** The receipt of this writing; what it creates is added. */
  readonly receipt:
    | WithoutFolder<Receipt>
    | WithoutFolder<LineReceipt>
    | WithoutFolder<PartReceipt>;
}

/** Writes both; if the file cannot be written, the receipt from before is kept. */
export async function writeWithReceipt(
  { file, text, key, before, receipt }: Writing,
  context: Context,
  watch: Watch,
): Promise<void> {
  const createdFolder = await createdFolderFor(file.target, before, homeOf(context));
  const isCreated = before?.createdFile ?? (file.text === undefined || isUndoOfAll(before));
  const created = isCreated ? ({ createdFile: true } as const) : {};
  // Write the receipt first: if enable is killed before it writes the file, the receipt matches
  // nothing and does no harm.
  await keepReceipt({ ...receipt, createdFolder, ...created }, context, watch);
  await orReceiptBack(writeSettings(file, text), before, key, context, watch);
}

/** Whether an earlier build created the file, whose receipts do not say so. */
function isUndoOfAll(before: Writing['before']): boolean {
  return before?.undo.before === null;
}
