/** `mementor context`: prints what a session is told when it starts, and what each part costs. */

import { type ContextOptions, contextBlock } from '../operations/context.ts';
import { renderContext, renderNothingToTell } from '../output/context.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import type { Context, ExitCode } from '../process/context.ts';

export async function run(
  options: ContextOptions & { readonly json: boolean },
  context: Context,
): Promise<ExitCode> {
  const document = await contextBlock(options, context);
  const isEmpty = document.text === '';
  if (options.json) printJson(document, context);
  else if (isEmpty) {
    context.stderr.write(renderNothingToTell(document, pageOf(context.stderr, context)));
  } else context.stdout.write(renderContext(document, pageOf(context.stdout, context)));
  return isEmpty ? 1 : 0;
}
