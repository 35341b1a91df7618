/** `mementor forget --secrets`: masks stored texts with the current rules, and proves that it worked. */

import type { Json } from '../command-line/options.ts';
import { homeOf } from '../home/paths.ts';
import { isScrubbed, scrub, scrubDocument } from '../operations/scrub.ts';
import { printAnswer } from '../output/answer.ts';
import type { Page } from '../output/layout/page.ts';
import { renderScrubbed } from '../output/scrub.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import type { Context, ExitCode } from '../process/context.ts';

export async function maskSecrets({ json }: Json, context: Context): Promise<ExitCode> {
  const scrubbed = await scrub(context, terminalWatch(context));
  if (scrubbed === undefined) return 130;
  const text = (page: Page) => renderScrubbed(scrubbed, homeOf(context), page);
  printAnswer({ document: scrubDocument(scrubbed), text }, { json }, context);
  return isScrubbed(scrubbed) ? 0 : 1;
}
