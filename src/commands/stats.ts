/** `mementor stats`: what recall did, and how the memory grew. */

import { type StatsOptions, stats } from '../operations/stats.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import { renderStats } from '../output/stats.ts';
import type { Context, ExitCode } from '../process/context.ts';

export async function run(
  options: StatsOptions & { readonly json: boolean },
  context: Context,
): Promise<ExitCode> {
  const { document, stats: found } = await stats(options, context);
  if (options.json) printJson(document, context);
  else context.stdout.write(renderStats(found, pageOf(context.stdout, context)));
  return 0;
}
