/** `mementor query`: searches past conversations. */

import { bySession, type QueryAnswer, type QueryOptions, query } from '../operations/query.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import { renderAnswer, renderAsides } from '../output/query.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { style } from '../process/style.ts';
import { keepList, lastList } from '../reports/last-list.ts';

export async function run(
  options: QueryOptions & { readonly json: boolean },
  context: Context,
): Promise<ExitCode> {
  const found = await query(options, context);
  if (options.json) printJson(found.document, context);
  else {
    context.stdout.write(renderAnswer(found, options, pageOf(context.stdout, context)));
    const asides = renderAsides(found, options, style(context.stderr, context.env));
    if (asides !== '') context.stderr.write(asides);
    await keep(found, context);
  }
  const { hits, notes, known } = found.answer;
  return hits.length + notes.length + known.length > 0 ? 0 : 1;
}

/** Keeps the list, so that `mementor show 2` can mean the second hit. `show --next` still goes on. */
async function keep({ answer }: QueryAnswer, context: Context): Promise<void> {
  if (answer.hits.length === 0) return;
  const turns = bySession(answer.hits).flatMap(({ hits }) => hits.map(({ turn }) => turn));
  const shown = lastList(context)?.shown;
  await keepList({ atMs: context.now().getTime(), turns, shown }, context);
}
