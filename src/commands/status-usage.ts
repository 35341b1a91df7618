/** `mementor status --usage`: what recall did, and how the memory grew. */

import type { Json } from '../command-line/options.ts';
import { type StatsOptions, stats } from '../operations/stats.ts';
import { printAnswer } from '../output/answer.ts';
import { renderStats } from '../output/stats.ts';
import { renderWarning } from '../output/warning.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { problemWarning } from '../settings/problems.ts';

export async function showUsage(options: StatsOptions & Json, context: Context): Promise<ExitCode> {
  const problem = await problemWarning(context);
  if (problem !== undefined) context.stderr.write(renderWarning(problem, context));
  const { document, stats: found } = await stats(options, context);
  return printAnswer({ document, text: (page) => renderStats(found, page) }, options, context);
}
