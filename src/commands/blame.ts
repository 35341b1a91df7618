/** `mementor blame`: the turns that changed a file, or wrote one of its lines. */

import { argument, declared } from '../command-line/command.ts';
import { json, limit, where } from '../command-line/options.ts';
import { type BlameOptions, blame } from '../operations/work/blame.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import { renderBlame, renderNoBlame } from '../output/work/blame.ts';
import type { Context, ExitCode } from '../process/context.ts';

export const command = declared({
  description: 'Show the turns that changed a file, and the prompts that led there',
  arguments: [argument('<file>', 'a file, or `file:12` for who wrote that line', { as: 'target' })],
  options: [limit('show at most this many turns', 1_000, 5), ...where('ask'), json()],
  examples: ['mementor blame src/db.rs', 'mementor blame src/db.rs:12'],
  goesOnWith: ['unreadable settings'],
  run,
});

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
