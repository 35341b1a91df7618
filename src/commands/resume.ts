/** `mementor resume`: prints the command that leads back into a session, restored if need be. */

import { declared, option } from '../command-line/command.ts';
import { type Json, json as jsonOption, sessionId } from '../command-line/options.ts';
import { type RestoreOptions, restore } from '../operations/restore.ts';
import { resume } from '../operations/resume.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import { withShortPaths } from '../output/layout/paths.ts';
import { renderRestored } from '../output/restore.ts';
import { renderResumed, resumeWarnings } from '../output/resume.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { style } from '../process/style.ts';
import { printable } from '../text/numbers.ts';

export const command = declared({
  description: 'Get back into a session, even a deleted one',
  arguments: [sessionId],
  options: [
    option('--to <path>', 'only write its transcript, into this new file'),
    option('--dry-run', 'show what would be written, and where'),
    jsonOption(),
  ],
  examples: [
    'mementor resume 8037c875',
    'eval "$(mementor resume 8037c875)"',
    'mementor resume 8037c875 --to old-session.jsonl',
  ],
  goesOnWith: ['unreadable settings'],
  run: (options: RestoreOptions & Json, context) =>
    options.to === undefined && !options.dryRun ? run(options, context) : write(options, context),
});

interface ResumeOptions extends Json {
  readonly id: string;
}

/** Prints the command alone to standard output, so that a shell can run it. */
export async function run({ id, json }: ResumeOptions, context: Context): Promise<ExitCode> {
  const answer = await resume(id, context);
  if (json) {
    printJson(answer.document, context);
    return 0;
  }
  const restored = renderResumed(answer, style(context.stderr, context.env));
  context.stderr.write(withShortPaths(restored, { home: context.homedir }));
  for (const warning of resumeWarnings(answer)) terminalWatch(context).warn(warning);
  context.stdout.write(`${printable(answer.document.resume)}\n`);
  return 0;
}

/** Writes the transcript into a file, and leads nowhere. */
async function write(options: RestoreOptions & Json, context: Context): Promise<ExitCode> {
  const answer = await restore(options, context);
  if (options.json) printJson(answer.document, context);
  else context.stdout.write(renderRestored(answer, pageOf(context.stdout, context)));
  return 0;
}
