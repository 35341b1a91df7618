/** `mementor restore`: writes a deleted transcript again, so that its session can be resumed. */

import { type RestoreOptions, restore } from '../operations/restore.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import { renderRestored } from '../output/restore.ts';
import type { Context, ExitCode } from '../process/context.ts';

export async function run(
  options: RestoreOptions & { readonly json: boolean },
  context: Context,
): Promise<ExitCode> {
  const answer = await restore(options, context);
  if (options.json) printJson(answer.document, context);
  else context.stdout.write(renderRestored(answer, pageOf(context.stdout, context)));
  return 0;
}
