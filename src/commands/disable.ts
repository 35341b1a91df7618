/** `mementor disable`: removes our hooks from an agent's settings, and our plugin. */

import type { DisableOptions } from '../agents/installation.ts';
import { SCOPES } from '../agents/installation.ts';
import { declared, option } from '../command-line/command.ts';
import {
  type Placed,
  partOptions,
  placeOptions,
  scopeOf,
} from '../command-line/installation-options.ts';
import { disable } from '../operations/disable.ts';
import { renderAllDisabled } from '../output/disable.ts';
import { printJson } from '../output/json.ts';
import { withShortPaths } from '../output/layout/paths.ts';
import { failedText } from '../output/part-names.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { style } from '../process/style.ts';

export const command = declared({
  description: 'Remove the hooks; keep the memories, or purge them',
  options: [
    ...placeOptions('Take the hooks out of'),
    ...partOptions({
      form: 'Remove only this form; both when left out',
      mcp: 'Remove only the server of tools for the model',
      skill: 'Remove only the skill and the slash commands',
      statusline: 'Remove only the segment of the status line',
      warm: 'Remove only the plugin of warm recall',
    }),
    option(
      '--purge',
      'Delete everything that is stored too, and take the hooks out everywhere; asks first',
      { conflicts: [...SCOPES, 'as', 'mcp', 'skill', 'statusline', 'warm', 'agent'] },
    ),
    option('-y, --yes', 'Do not ask'),
    option(
      '--force',
      'With `--purge`: delete the memory also while a hook may call it that cannot be taken out',
    ),
  ],
  examples: [
    'mementor disable',
    'mementor disable --local --dry-run',
    'mementor disable --mcp',
    'mementor disable --purge --dry-run',
  ],
  run: async (options: Placed & Options, context) => {
    if (!options.purge) return await run({ ...options, scope: scopeOf(options) }, context);
    const purge = await import('./purge.ts');
    return await purge.run(options, context);
  },
});

interface Options extends Omit<DisableOptions, 'scope'> {
  readonly agent: string | undefined;
  readonly purge: boolean;
  readonly yes: boolean;
  readonly force: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
}

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
