/** Writes a receipt of what enable wrote. A failure is only a warning. */

import { messageOf } from '../../errors/errors.ts';
import { homeOf } from '../../home/paths.ts';
import type { Context } from '../../process/context.ts';
import type { Watch } from '../../process/watch.ts';
import { type AnyReceipt, deleteReceipt, writeReceipt } from './receipt.ts';

/** A missing receipt is acceptable: disable still finds the hooks. */
export async function keepReceipt(
  receipt: AnyReceipt,
  context: Context,
  watch: Watch,
): Promise<void> {
  const home = homeOf(context);
  try {
    await writeReceipt(home, receipt);
  } catch (error) {
    watch.warn(`no receipt was kept in ${home}: ${messageOf(error)}`);
  }
}

/** Awaits the work that a receipt was written for; if it fails, restores the previous receipt. */
export async function orReceiptBack<T>(
  work: Promise<T>,
  before: AnyReceipt | undefined,
  path: string,
  context: Context,
  watch: Watch,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const home = homeOf(context);
    if (before === undefined) await deleteReceipt(home, path);
    else await keepReceipt(before, context, watch);
    throw error;
  }
}
