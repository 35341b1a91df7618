/** `mementor disable`: removes our hooks from an agent's settings, and our plugin. */

import type { DisableOptions } from '../agents/installation.ts';
import { disable } from '../operations/disable.ts';
import { renderAllDisabled } from '../output/disable.ts';
import { printJson } from '../output/json.ts';
import { withShortPaths } from '../output/layout/paths.ts';
import { failedText } from '../output/part-names.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { style } from '../process/style.ts';

export async function run(
  options: DisableOptions & {
    readonly agent?: string | undefined;
    readonly dryRun: boolean;
    readonly json: boolean;
  },
  context: Context,
): Promise<ExitCode> {
  const { document, answers, failed, others } = await disable(options, context);
  const paint = style(context.stdout, context.env);
  if (options.json) printJson(document, context);
  else {
    const text = renderAllDisabled(answers, others, paint);
    context.stdout.write(withShortPaths(text, { home: context.homedir }));
    for (const each of failed) terminalWatch(context).fail(failedText(each));
  }
  return failed.length === 0 ? 0 : 1;
}
