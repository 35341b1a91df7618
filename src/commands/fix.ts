/** `mementor fix`: what ended an error before. */

import { declared, text } from '../command-line/command.ts';
import { type Json, json, where } from '../command-line/options.ts';
import { type FixOptions, fix } from '../operations/work/fix.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import { renderFixes, renderNoFix } from '../output/work/fix.ts';
import type { Context, ExitCode } from '../process/context.ts';

export const command = declared({
  description: 'Show what ended an error when it was met before',
  arguments: [
    text('[error...]', 'the line that names it; without one, output is read from a pipe'),
  ],
  options: [...where('ask'), json()],
  examples: [
    "mementor fix \"Property 'anchor' does not exist on type 'Boat'\"",
    'npm test 2>&1 | mementor fix',
  ],
  // Errors begin with a dash too: `--- FAIL: TestBoat`.
  takesAnyWord: true,
  goesOnWith: ['unreadable settings'],
  run: ({ error = '', ...options }: Options, context) => run({ ...options, error }, context),
});

type Options = Omit<FixOptions, 'error'> & Json & { readonly error: string | undefined };

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
