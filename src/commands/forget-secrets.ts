/** `mementor forget --secrets`: masks stored texts with the current rules, and proves that it worked. */

import type { Json } from '../command-line/options.ts';
import { homeOf } from '../home/paths.ts';
import { isScrubbed, scrub, scrubDocument } from '../operations/scrub.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import { renderScrubbed } from '../output/scrub.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import type { Context, ExitCode } from '../process/context.ts';

export async function maskSecrets({ json }: Json, context: Context): Promise<ExitCode> {
  const scrubbed = await scrub(context, terminalWatch(context));
  if (scrubbed === undefined) return 130;
  if (json) printJson(scrubDocument(scrubbed), context);
  else
    context.stdout.write(
      renderScrubbed(scrubbed, homeOf(context), pageOf(context.stdout, context)),
    );
  return isScrubbed(scrubbed) ? 0 : 1;
}
