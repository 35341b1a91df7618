/** `mementor enable`: adds our hooks to an agent's settings, or installs them as a plugin. */

import { type EnableOptions, enable } from '../answers/enable.ts';
import { modelToOffer } from '../models/offer.ts';
import { renderEnabled } from '../output/enable.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import { renderOffer } from '../output/models.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import type { Context, ExitCode } from '../process/context.ts';

export async function run(
  options: EnableOptions & { readonly json: boolean },
  context: Context,
): Promise<ExitCode> {
  const { document, enabled } = await enable(options, context, terminalWatch(context));
  if (options.json) printJson(document, context);
  else {
    const page = pageOf(context.stdout, context);
    const texts = enabled.map((each) => renderEnabled(each, options.dryRun, page));
    context.stdout.write(texts.join('\n'));
  }
  const isPart = options.mcp || options.skill || options.statusline || options.warm;
  if (!options.json && !options.dryRun && !isPart) await offer(context);
  return 0;
}

/** Offers a model only at a terminal, and only once. */
async function offer(context: Context): Promise<void> {
  if (!context.stdout.isTTY || !context.stderr.isTTY) return;
  const model = await modelToOffer(context);
  if (model === undefined) return;
  context.stdout.write(renderOffer(model, pageOf(context.stdout, context)));
}
