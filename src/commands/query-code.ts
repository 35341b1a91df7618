/** `mementor query --in`, `mementor search --mode`: code and documents, and turns and notes among them. */

import { type SearchOptions, searchAll } from '../operations/code/search.ts';
import { renderMixed, renderNoMixed } from '../output/code/hits.ts';
import type { Page } from '../output/layout/page.ts';
import { printPagedAnswer } from '../output/paged.ts';
import type { Context, ExitCode } from '../process/context.ts';

export async function searchMixed(
  options: SearchOptions & { readonly json: boolean },
  context: Context,
): Promise<ExitCode> {
  const found = await searchAll(options, context);
  const isEmpty = found.document.hits.length === 0;
  const answer = {
    document: found.document,
    text: (page: Page) => renderMixed(found, page),
    nothing: isEmpty && ((page: Page) => renderNoMixed(found, options, page)),
  };
  return await printPagedAnswer(answer, options, context);
}
