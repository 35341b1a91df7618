/** Writes a file of settings together with the receipt of what was written. */

import type { Context } from '../../process/context.ts';
import type { Watch } from '../../process/watch.ts';
import { keepReceipt, orReceiptBack } from './keep-receipt.ts';
import type { LineReceipt, PartReceipt, Receipt } from './receipt.ts';
import { firstMissingFolder, type SettingsFile, writeSettings } from './settings.ts';

type WithoutFolder<R> = Omit<R, 'createdFolder'>;

/** A file, its new text and what is kept of it. */
export interface Writing {
  readonly file: SettingsFile;
  readonly text: string;
  /** The key of the receipt, and the one that was kept before. */
  readonly key: string;
  readonly before: Receipt | LineReceipt | PartReceipt | undefined;
  /** The receipt of this writing; the folder that it creates is added. */
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
  const createdFolder = (await firstMissingFolder(file.target)) ?? before?.createdFolder ?? null;
  // Write the receipt first: if enable is killed before it writes the file, the receipt matches
  // nothing and does no harm.
  await keepReceipt({ ...receipt, createdFolder }, context, watch);
  await orReceiptBack(writeSettings(file, text), before, key, context, watch);
}
