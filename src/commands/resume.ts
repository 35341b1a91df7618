/** `mementor resume`: goes into a session, restored if need be, or prints the command that does. */

import { declared, option } from '../command-line/command.ts';
import { type Json, json as jsonOption, sessionId } from '../command-line/options.ts';
import { MementorError } from '../errors/errors.ts';
import { type RestoreOptions, restore } from '../operations/restore.ts';
import { type ResumeAnswer, resume } from '../operations/resume.ts';
import { printAnswer } from '../output/answer.ts';
import { printJson } from '../output/json.ts';
import { type Page, pageOf } from '../output/layout/page.ts';
import { withShortPaths } from '../output/layout/paths.ts';
import { renderRestored } from '../output/restore.ts';
import { renderResumed, resumeWarnings, sessionLine } from '../output/resume.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import { agreed } from '../process/confirm.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { inForeground } from '../process/foreground.ts';
import { style } from '../process/style.ts';
import { printable } from '../text/numbers.ts';

export const command = declared({
  description: 'Get back into a session, even a deleted one',
  arguments: [sessionId],
  options: [
    option('--run', 'go into it without asking', { conflicts: ['json', 'to', 'dryRun'] }),
    option('--to <path>', 'only write its transcript, into this new file'),
    option('--dry-run', 'show what would be written, and where'),
    jsonOption(),
  ],
  examples: [
    'mementor resume 1',
    'mementor resume 8037c875 --run',
    'eval "$(mementor resume 8037c875)"',
    'mementor resume 8037c875 --to old-session.jsonl',
  ],
  goesOnWith: ['unreadable settings'],
  run: (options: RestoreOptions & ResumeOptions, context) =>
    options.to === undefined && !options.dryRun ? run(options, context) : write(options, context),
});

interface ResumeOptions extends Json {
  readonly id: string;
  /** Goes into the session without asking. */
  readonly run: boolean;
}

/** Prints the command alone to standard output, so that a shell can run it. */
export async function run(options: ResumeOptions, context: Context): Promise<ExitCode> {
  const answer = await resume(options.id, context);
  const { directory, directoryExists, resume: command } = answer.document;
  if (options.json) {
    printJson(answer.document, context);
    return 0;
  }
  const restored = renderResumed(answer, style(context.stderr, context.env));
  context.stderr.write(withShortPaths(restored, { home: context.homedir }));
  const tell = () => context.stdout.write(`${printable(command)}\n`);
  const warnings = resumeWarnings(answer);
  const isGone = directory !== null && !directoryExists;
  if (options.run && isGone) {
    tell();
    throw new MementorError('FOLDER_MISSING', warnings.join(), 'then the command above does it');
  }
  if (options.run || (!isGone && (await isWanted(answer, context)))) {
    const [program = '', ...others] = answer.back.words;
    try {
      return await inForeground(
        { words: [program, ...others], directory: directory ?? context.cwd },
        context,
      );
    } catch (error) {
      tell();
      throw error;
    }
  }
  if (context.interrupted.aborted) return 130;
  for (const warning of warnings) terminalWatch(context).warn(warning);
  tell();
  return 0;
}

/** Asks where a person reads the answer: `eval "$(mementor resume 1)"` wants the command. */
async function isWanted(answer: ResumeAnswer, context: Context): Promise<boolean> {
  if (!context.stdout.isTTY || context.ask === undefined) return false;
  context.stderr.write(sessionLine(answer, pageOf(context.stderr, context)));
  return await agreed('Go into it?', context);
}

/** Writes the transcript into a file, and leads nowhere. */
async function write(options: RestoreOptions & Json, context: Context): Promise<ExitCode> {
  const answer = await restore(options, context);
  const text = (page: Page) => renderRestored(answer, page);
  return printAnswer({ document: answer.document, text }, options, context);
}
