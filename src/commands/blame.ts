/** `mementor blame`: the turns that changed a file, or wrote one of its lines. */

import { type BlameOptions, blame } from '../operations/work/blame.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import { renderBlame, renderNoBlame } from '../output/work/blame.ts';
import type { Context, ExitCode } from '../process/context.ts';

export async function run(
  options: BlameOptions & { readonly json: boolean },
  context: Context,
): Promise<ExitCode> {
  const found = await blame(options, context);
  const isEmpty = found.touches.length === 0;
  if (options.json) printJson(found.document, context);
  else if (isEmpty)
    context.stderr.write(renderNoBlame(found, options, pageOf(context.stderr, context)));
  else context.stdout.write(renderBlame(found, pageOf(context.stdout, context)));
  return isEmpty ? 1 : 0;
}
