/** `mementor status`: reports what is stored, by project, and whether more will follow. */

import { declared, option } from '../command-line/command.ts';
import { json as jsonOption } from '../command-line/options.ts';
import { status } from '../operations/status.ts';
import { transcripts } from '../operations/transcripts.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import { renderStatus } from '../output/status.ts';
import { transcriptsText } from '../output/transcripts.ts';
import type { Context, ExitCode } from '../process/context.ts';

export const command = declared({
  description: 'Show what is stored, and what was read',
  options: [
    option('--transcripts', 'show each transcript instead: read, missed, and gone from the disk'),
    jsonOption(),
  ],
  examples: [
    'mementor status',
    'mementor status --transcripts',
    "mementor status --json | jq '.ledger'",
  ],
  run,
});

export interface StatusOptions {
  readonly json: boolean;
  /** Lists each transcript instead of the totals. */
  readonly transcripts?: boolean;
}

export async function run(options: StatusOptions, context: Context): Promise<ExitCode> {
  if (options.transcripts === true) await showTranscripts(options, context);
  else await showStatus(options, context);
  return 0;
}

async function showTranscripts({ json }: StatusOptions, context: Context): Promise<void> {
  const { document, tracked } = await transcripts(context);
  if (json) printJson(document, context);
  else context.stdout.write(transcriptsText(tracked, pageOf(context.stdout, context)));
}

async function showStatus({ json }: StatusOptions, context: Context): Promise<void> {
  const found = await status(context);
  if (json) printJson(found.document, context);
  else context.stdout.write(renderStatus(found.status, pageOf(context.stdout, context)));
}
