/** `mementor query`: searches past conversations. */

import {
  bySession,
  type FoundAnswer,
  type QueryAnswer,
  type QueryOptions,
  query,
} from '../operations/query.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import { fitting } from '../output/layout/rows.ts';
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
    const asides = renderAsides(found, options, style(context.stderr, context.env));
    const shown = print(found, options, asides, context);
    await keep(shown, context);
  }
  const { hits, notes, known } = found.answer;
  return hits.length + notes.length + known.length > 0 ? 0 : 1;
}

/**
 * Prints the hits that fit the terminal, the best ones, and what stands beside them; returns these.
 * A number that was asked for is shown whole.
 */
function print(
  { answer }: QueryAnswer,
  options: QueryOptions,
  asides: string,
  context: Context,
): FoundAnswer {
  const { hits } = answer;
  const page = pageOf(context.stdout, context);
  const best = (count: number) => ({ ...answer, hits: hits.slice(0, count) });
  const textOf = (count: number) =>
    renderAnswer({ answer: best(count) }, options, page, hits.length - count);
  const below = context.stderr.isTTY ? asides : '';
  const fitted = () => fitting(hits.length, (count) => textOf(count) + below, context.stdout);
  const count = options.limit === undefined ? fitted() : hits.length;
  context.stdout.write(textOf(count));
  if (asides !== '') context.stderr.write(asides);
  return best(count);
}

/** Keeps the list, so that `mementor show 2` can mean the second hit. `show --next` still goes on. */
async function keep({ hits: found }: FoundAnswer, context: Context): Promise<void> {
  if (found.length === 0) return;
  const turns = bySession(found).flatMap(({ hits }) => hits.map(({ turn }) => turn));
  const shown = lastList(context)?.shown;
  await keepList({ atMs: context.now().getTime(), turns, shown }, context);
}
