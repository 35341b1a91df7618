/** `mementor fix`: what ended an error before. */

import { type FixOptions, fix } from '../operations/work/fix.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import { renderFixes, renderNoFix } from '../output/work/fix.ts';
import type { Context, ExitCode } from '../process/context.ts';

/** Without words, the error is read from standard input. */
export async function run(
  options: FixOptions & { readonly json: boolean },
  context: Context,
): Promise<ExitCode> {
  const isPiped = options.error === '' && context.ask === undefined;
  const error = isPiped ? context.readStdin() : options.error;
  const { fixes, document } = await fix({ ...options, error }, context);
  const isEmpty = fixes.ended.length === 0;
  if (options.json) printJson(document, context);
  else if (isEmpty)
    context.stderr.write(renderNoFix(fixes, options, pageOf(context.stderr, context)));
  else context.stdout.write(renderFixes(fixes, pageOf(context.stdout, context)));
  return isEmpty ? 1 : 0;
}
