/** `mementor rebuild`: derives everything from the turn log again, while others can read. */

import { declared } from '../command-line/command.ts';
import { json as jsonOption } from '../command-line/options.ts';
import { rebuild } from '../operations/rebuild.ts';
import { printJson } from '../output/json.ts';
import { renderRebuilt } from '../output/rebuild.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import type { Context, ExitCode } from '../process/context.ts';

export const command = declared({
  description: 'Rebuild all indexes from the stored turns; searching keeps working',
  options: [jsonOption()],
  examples: ['mementor rebuild', 'mementor rebuild --json'],
  run,
});

export async function run(
  { json }: { readonly json: boolean },
  context: Context,
): Promise<ExitCode> {
  const document = await rebuild(context, terminalWatch(context));
  if (document === undefined) return 130;
  if (json) printJson(document, context);
  else context.stdout.write(renderRebuilt(document));
  return document.interrupted ? 130 : 0;
}
