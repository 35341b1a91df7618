/** `mementor recap`: what was done since a time, by day and project. */

import { type RecapOptions, recap } from '../answers/recap.ts';
import { printJson } from '../output/json.ts';
import { renderNoRecap, renderRecap } from '../output/recap.ts';
import type { Context, ExitCode } from '../process/context.ts';

export async function run(
  options: RecapOptions & { readonly json: boolean },
  context: Context,
): Promise<ExitCode> {
  const answer = await recap(options, context);
  const isEmpty = answer.days.length === 0;
  if (options.json) printJson(answer.document, context);
  else if (isEmpty) context.stderr.write(renderNoRecap(answer, options.everything));
  else context.stdout.write(renderRecap(answer));
  return isEmpty ? 1 : 0;
}
