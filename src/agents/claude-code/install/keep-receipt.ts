/** Keeps a receipt of what enable wrote, as well as that is possible. */

import { homeOf } from '../../../home.ts';
import type { Context } from '../../../process/context.ts';
import { messageOf } from '../../../process/errors.ts';
import type { Watch } from '../../../process/watch.ts';
import { deleteReceipt, type PluginReceipt, type Receipt, writeReceipt } from './receipt.ts';

/** Without a receipt, disable still finds the hooks. */
export async function keepReceipt(
  receipt: Receipt | PluginReceipt,
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

/** Waits for what a receipt was kept for; when that fails, the receipt that was there comes back. */
export async function orReceiptBack<T>(
  work: Promise<T>,
  before: Receipt | PluginReceipt | undefined,
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
