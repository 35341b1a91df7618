/** `mementor query --in`, `mementor search --mode`: code and documents, and turns and notes among them. */

import { type SearchOptions, searchAll } from '../operations/code/search.ts';
import { renderMixed, renderNoMixed } from '../output/code/hits.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import type { Context, ExitCode } from '../process/context.ts';

export async function searchMixed(
  options: SearchOptions & { readonly json: boolean },
  context: Context,
): Promise<ExitCode> {
  const { document } = await searchAll(options, context);
  const isEmpty = document.hits.length === 0;
  if (options.json) printJson(document, context);
  else if (isEmpty)
    context.stderr.write(renderNoMixed(options.text, pageOf(context.stderr, context)));
  else context.stdout.write(renderMixed(document, pageOf(context.stdout, context)));
  return isEmpty ? 1 : 0;
}
