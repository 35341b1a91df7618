/** `mementor notes tidy` and `mementor notes undo`. */

import { homeOf } from '../home/paths.ts';
import { wholeDocument } from '../operations/notes/document.ts';
import { isProved, planTidy, tidiedDocument, tidy } from '../operations/notes/tidy.ts';
import { undoNote } from '../operations/notes/undo.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import { renderChanged } from '../output/notes.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import { renderTidied } from '../output/tidied.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { style } from '../process/style.ts';

export interface TidyOptions {
  readonly dryRun: boolean;
  readonly json: boolean;
}

export async function tidyAll({ dryRun, json }: TidyOptions, context: Context): Promise<ExitCode> {
  const tidied = dryRun ? await planTidy(context) : await tidy(context, terminalWatch(context));
  if (tidied === undefined) return 130;
  if (json) printJson(tidiedDocument(tidied), context);
  else context.stdout.write(renderTidied(tidied, homeOf(context), pageOf(context.stdout, context)));
  return tidied.gone === undefined || isProved(tidied.gone) ? 0 : 1;
}

export interface UndoOptions {
  readonly id: string;
  /** Number of the statement after which all is taken back; undefined for the last change. */
  readonly to: number | undefined;
  readonly json: boolean;
}

export async function undo(options: UndoOptions, context: Context): Promise<ExitCode> {
  const done = await undoNote(options, context, terminalWatch(context));
  if (done === undefined) return 130;
  const { note, changed } = done;
  if (options.json) printJson({ version: 1, changed, note: wholeDocument(note) }, context);
  else {
    const paint = style(context.stdout, context.env);
    context.stdout.write(renderChanged(note, 'Taken back', changed, paint));
  }
  return 0;
}
