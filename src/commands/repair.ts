/** `mementor repair`: checks the database, salvages damaged copies, and derives the rest again. */

import { declared, option } from '../command-line/command.ts';
import { type Json, json as jsonOption } from '../command-line/options.ts';
import { rebuild } from '../operations/rebuild.ts';
import { isLoss, type RepairOptions, repair } from '../operations/repair.ts';
import { printAnswer } from '../output/answer.ts';
import type { Page } from '../output/layout/page.ts';
import { renderRebuilt } from '../output/rebuild.ts';
import { renderRepaired } from '../output/repair.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import type { Context, ExitCode } from '../process/context.ts';

export const command = declared({
  description: 'Recover a damaged memory and rebuild its indexes',
  options: [
    option('--indexes', 'only rebuild them, from the stored turns; searching keeps working'),
    option('--delete-damaged', 'delete the damaged copies whose turns were all recovered', {
      conflicts: ['indexes'],
    }),
    jsonOption(),
  ],
  examples: ['mementor repair', 'mementor repair --indexes', 'mementor repair --delete-damaged'],
  run: (options: Options, context) =>
    options.indexes ? rebuildIndexes(options, context) : run(options, context),
});

interface Options extends RepairOptions, Json {
  readonly indexes: boolean;
}

export async function run(options: RepairOptions & Json, context: Context): Promise<ExitCode> {
  const repaired = await repair(options, context, terminalWatch(context));
  if (repaired === undefined) return 130;
  const interrupted = context.interrupted.aborted;
  const { deleteDamaged } = options;
  const text = ({ paint }: Page) => renderRepaired(repaired, { deleteDamaged, interrupted }, paint);
  printAnswer({ document: repaired, text }, options, context);
  if (interrupted) return 130;
  return repaired.problems.length === 0 && !isLoss(repaired) ? 0 : 1;
}

/** Derives everything from the turn log again, while others can read. */
async function rebuildIndexes({ json }: Json, context: Context): Promise<ExitCode> {
  const document = await rebuild(context, terminalWatch(context));
  if (document === undefined) return 130;
  printAnswer({ document, text: () => renderRebuilt(document) }, { json }, context);
  return document.interrupted ? 130 : 0;
}
