/** `mementor resume`: prints the command that leads back into a session, restored if need be. */

import { declared } from '../command-line/command.ts';
import { json as jsonOption, sessionId } from '../command-line/options.ts';
import { resume } from '../operations/resume.ts';
import { printJson } from '../output/json.ts';
import { withShortPaths } from '../output/layout/paths.ts';
import { renderResumed, resumeWarnings } from '../output/resume.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { style } from '../process/style.ts';
import { printable } from '../text/numbers.ts';

export const command = declared({
  description: 'Get back into a session, even a deleted one',
  arguments: [sessionId],
  options: [jsonOption()],
  examples: ['mementor resume 8037c875', 'eval "$(mementor resume 8037c875)"'],
  goesOnWith: ['unreadable settings'],
  run,
});

export interface ResumeOptions {
  readonly id: string;
  readonly json: boolean;
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
