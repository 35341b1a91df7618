/** `mementor restore`: writes a deleted transcript again, so that its session can be resumed. */

import { declared, option } from '../command-line/command.ts';
import { json, sessionId } from '../command-line/options.ts';
import { type RestoreOptions, restore } from '../operations/restore.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import { renderRestored } from '../output/restore.ts';
import type { Context, ExitCode } from '../process/context.ts';

export const command = declared({
  description: 'Recreate the transcript of a deleted session',
  arguments: [sessionId],
  options: [
    option('--to <path>', 'write to this file instead of the one where Claude Code looks'),
    option('--dry-run', 'show what would be written, and where'),
    json(),
  ],
  examples: ['mementor restore 8037c875 --dry-run', 'mementor restore 8037c875'],
  goesOnWith: ['unreadable settings'],
  run,
});

export async function run(
  options: RestoreOptions & { readonly json: boolean },
  context: Context,
): Promise<ExitCode> {
  const answer = await restore(options, context);
  if (options.json) printJson(answer.document, context);
  else context.stdout.write(renderRestored(answer, pageOf(context.stdout, context)));
  return 0;
}
