/** Keeps a receipt of what enable wrote, as well as that is possible. */

import { homeOf } from '../../../home.ts';
import { style } from '../../../output/style.ts';
import type { Context } from '../../../process/context.ts';
import { messageOf } from '../../../process/errors.ts';
import { deleteReceipt, type PluginReceipt, type Receipt, writeReceipt } from './receipt.ts';

/** Without a receipt, disable still finds the hooks. */
export async function keepReceipt(
  receipt: Receipt | PluginReceipt,
  context: Context,
): Promise<void> {
  const home = homeOf(context);
  try {
    await writeReceipt(home, receipt);
  } catch (error) {
    const paint = style(context.stderr, context.env);
    const reason = messageOf(error);
    context.stderr.write(`${paint.yellow('warning:')} no receipt was kept in ${home}: ${reason}\n`);
  }
}

/** Waits for what a receipt was kept for; when that fails, the receipt that was there comes back. */
export async function orReceiptBack<T>(
  work: Promise<T>,
  before: Receipt | PluginReceipt | undefined,
  path: string,
  context: Context,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const home = homeOf(context);
    if (before === undefined) await deleteReceipt(home, path);
    else await keepReceipt(before, context);
    throw error;
  }
}
