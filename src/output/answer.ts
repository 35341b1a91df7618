/** Prints what a command answers: a document for scripts, or a text for people. */

import type { Context, ExitCode } from '../process/context.ts';
import { printJson } from './json.ts';
import { type Page, pageOf } from './layout/page.ts';

/** What a command answers. Of the texts, only the one that is printed is made. */
export interface Answer {
  /** What `--json` prints. */
  readonly document: object;
  readonly text: (page: Page) => string;
  /** What is said in place of the text where there is nothing to show. */
  readonly nothing?: false | ((page: Page) => string);
}

/**
 * Prints an answer: what there is on standard output, that there is nothing on standard error.
 * Returns 1 where there is nothing.
 */
export function printAnswer(
  { document, text, nothing = false }: Answer,
  { json }: { readonly json: boolean },
  context: Context,
): ExitCode {
  const { stdout, stderr } = context;
  if (json) printJson(document, context);
  else if (nothing) stderr.write(nothing(pageOf(stderr, context)));
  else stdout.write(text(pageOf(stdout, context)));
  return nothing ? 1 : 0;
}
