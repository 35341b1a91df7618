/** Keeps a receipt of what enable wrote, as well as that is possible. */

import { mementorHome } from '../claude/paths.ts';
import { type PluginReceipt, type Receipt, writeReceipt } from '../claude/receipt.ts';
import type { Context } from '../context.ts';
import { messageOf } from '../errors.ts';
import { style } from '../output/style.ts';

/** The hooks are in place by now: without a receipt, disable still finds them. */
export async function keepReceipt(
  receipt: Receipt | PluginReceipt,
  context: Context,
): Promise<void> {
  const home = mementorHome(context);
  try {
    await writeReceipt(home, receipt);
  } catch (error) {
    const paint = style(context.stderr, context.env);
    const reason = messageOf(error);
    context.stderr.write(`${paint.yellow('warning:')} no receipt was kept in ${home}: ${reason}\n`);
  }
}
