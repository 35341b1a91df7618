/** `mementor notes tidy`: moves notes by their age. */

import { declared, option } from '../../command-line/command.ts';
import { json as jsonOption } from '../../command-line/options.ts';
import { isProved } from '../../forget/remove.ts';
import { homeOf } from '../../home/paths.ts';
import { planTidy, tidiedDocument, tidy } from '../../operations/notes/tidy.ts';
import { printAnswer } from '../../output/answer.ts';
import type { Page } from '../../output/layout/page.ts';
import { terminalWatch } from '../../output/terminal-watch.ts';
import { renderTidied } from '../../output/tidied.ts';
import type { Context, ExitCode } from '../../process/context.ts';

export const command = declared({
  description: 'Promote, archive and delete notes by their age; hooks do it once a day',
  options: [option('--dry-run', 'show what is due and change nothing'), jsonOption()],
  examples: ['mementor notes tidy --dry-run'],
  run,
});

export interface TidyOptions {
  readonly dryRun: boolean;
  readonly json: boolean;
}

export async function run({ dryRun, json }: TidyOptions, context: Context): Promise<ExitCode> {
  const tidied = dryRun ? await planTidy(context) : await tidy(context, terminalWatch(context));
  if (tidied === undefined) return 130;
  const text = (page: Page) => renderTidied(tidied, homeOf(context), page);
  printAnswer({ document: tidiedDocument(tidied), text }, { json }, context);
  return tidied.gone === undefined || isProved(tidied.gone) ? 0 : 1;
}
