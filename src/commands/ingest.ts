/** `mementor ingest`: ingests transcripts, then embeds new chunks. */

import { type IngestOptions, ingest } from '../answers/ingest.ts';
import { ingestSummary } from '../output/ingest.ts';
import { printJson } from '../output/json.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import type { Context, ExitCode } from '../process/context.ts';

export async function run(
  options: IngestOptions & { readonly json: boolean },
  context: Context,
): Promise<ExitCode> {
  const document = await ingest(options, context, terminalWatch(context));
  if (document === undefined) return 130;
  if (options.json) printJson(document, context);
  else context.stdout.write(ingestSummary(document, document.interrupted));
  if (document.interrupted) return 130;
  return document.failed.length > 0 ? 2 : 0;
}
