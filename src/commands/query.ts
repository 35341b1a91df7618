/** `mementor query`: searches past conversations. */

import { type QueryOptions, query } from '../answers/query.ts';
import { printJson } from '../output/json.ts';
import { renderAnswer, renderAsides } from '../output/query.ts';
import { style } from '../output/style.ts';
import type { Context, ExitCode } from '../process/context.ts';

export async function run(
  options: QueryOptions & { readonly json: boolean },
  context: Context,
): Promise<ExitCode> {
  const found = await query(options, context);
  if (options.json) printJson(found.document, context);
  else {
    context.stdout.write(renderAnswer(found, options, style(context.stdout, context.env)));
    const asides = renderAsides(found, options, style(context.stderr, context.env));
    if (asides !== '') context.stderr.write(asides);
  }
  return found.answer.hits.length + found.answer.notes.length > 0 ? 0 : 1;
}
