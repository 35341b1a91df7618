/** `mementor repair`: checks the database, salvages damaged copies, and derives the rest again. */

import { declared, option } from '../command-line/command.ts';
import { json } from '../command-line/options.ts';
import { isLoss, type RepairOptions, repair } from '../operations/repair.ts';
import { printJson } from '../output/json.ts';
import { renderRepaired } from '../output/repair.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { style } from '../process/style.ts';

export const command = declared({
  description: 'Recover a damaged memory and rebuild its indexes',
  options: [
    option('--delete-damaged', 'delete the damaged copies whose turns were all recovered'),
    json(),
  ],
  examples: ['mementor repair', 'mementor repair --delete-damaged'],
  run,
});

export async function run(
  options: RepairOptions & { readonly json: boolean },
  context: Context,
): Promise<ExitCode> {
  const repaired = await repair(options, context, terminalWatch(context));
  if (repaired === undefined) return 130;
  const interrupted = context.interrupted.aborted;
  const { deleteDamaged } = options;
  const paint = style(context.stdout, context.env);
  if (options.json) printJson(repaired, context);
  else context.stdout.write(renderRepaired(repaired, { deleteDamaged, interrupted }, paint));
  if (interrupted) return 130;
  return repaired.problems.length === 0 && !isLoss(repaired) ? 0 : 1;
}
