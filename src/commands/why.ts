/** `mementor why`: explains what recall injected for a prompt, or why nothing. */

import { type WhyOptions, why } from '../answers/why.ts';
import { printJson } from '../output/json.ts';
import { style } from '../output/style.ts';
import { renderExplanation, renderNoRecord } from '../output/why.ts';
import type { Context, ExitCode } from '../process/context.ts';

export async function run(
  options: WhyOptions & { readonly json: boolean },
  context: Context,
): Promise<ExitCode> {
  const { document, explanation } = await why(options, context);
  if (options.json) printJson(document, context);
  else if (explanation === undefined) {
    const whose = options.session === undefined ? context.cwd : `session ${options.session}`;
    context.stderr.write(renderNoRecord(whose, style(context.stderr, context.env)));
  } else context.stdout.write(renderExplanation(explanation, style(context.stdout, context.env)));
  return explanation === undefined ? 1 : 0;
}
