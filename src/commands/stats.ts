/** `mementor stats`: what recall did, and how the memory grew. */

import { declared, option } from '../command-line/command.ts';
import { json, where } from '../command-line/options.ts';
import { type StatsOptions, stats } from '../operations/stats.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import { renderStats } from '../output/stats.ts';
import type { Context, ExitCode } from '../process/context.ts';

export const command = declared({
  description: 'Show how often past turns were added and used, what it cost, and the growth',
  options: [
    option('--since <time>', 'since then: a date, `yesterday`, `3d`, `2w`, …', { fallback: '30d' }),
    ...where('count'),
    json(),
  ],
  examples: ['mementor stats', 'mementor stats --since 1w --all-projects', 'mementor stats --json'],
  goesOnWith: ['unreadable settings'],
  run,
});

export async function run(
  options: StatsOptions & { readonly json: boolean },
  context: Context,
): Promise<ExitCode> {
  const { document, stats: found } = await stats(options, context);
  if (options.json) printJson(document, context);
  else context.stdout.write(renderStats(found, pageOf(context.stdout, context)));
  return 0;
}
