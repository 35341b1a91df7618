/** `mementor notes export` and `mementor notes import`: notes as Markdown. */

import { exportNotes, type NotesExportOptions } from '../operations/notes/export.ts';
import {
  type FoundNotes,
  findNotes,
  importNotes,
  type NotesImported,
  type NotesImportOptions,
  notesImportedDocument,
  type TakenFrom,
} from '../operations/notes/import.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import { renderFound, renderNotesExported, renderNotesImported } from '../output/note-files.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { style } from '../process/style.ts';

export interface ExportOptions extends NotesExportOptions {
  readonly json: boolean;
}

/** The summary goes to standard error: standard output may be the export. */
export async function exportAll(options: ExportOptions, context: Context): Promise<ExitCode> {
  const { stdout, stderr } = context;
  let text: string | null = null;
  const write = (markdown: string) => {
    if (options.json) text = markdown;
    else stdout.write(markdown);
  };
  const exported = await exportNotes(options, write, context);
  const { notes, damaged, path = null } = exported;
  if (options.json) printJson({ version: 1, notes, damaged, path, text }, context);
  else stderr.write(renderNotesExported(exported, style(stderr, context.env)));
  return exported.damaged.length > 0 ? 1 : 0;
}

export interface ImportOptions extends NotesImportOptions {
  readonly dryRun: boolean;
  readonly yes: boolean;
  readonly json: boolean;
}

/**
 * Notes with front matter come in at once. What stands in plain files is listed first, and comes in
 * when a person says so.
 */
export async function importAll(options: ImportOptions, context: Context): Promise<ExitCode> {
  const found = await findNotes(options, context);
  const chosen = !options.dryRun && (await isChosen(found, options, context));
  const taken = options.dryRun ? [] : await take(found, chosen, options, context);
  if (taken === undefined) return 130;
  const interrupted = context.interrupted.aborted;
  const imported = { dryRun: options.dryRun, taken, found, chosen, interrupted };
  if (options.json) printJson(notesImportedDocument(imported), context);
  else {
    const declined = !options.dryRun && !chosen && context.ask !== undefined;
    const page = pageOf(context.stdout, context);
    context.stdout.write(renderNotesImported(imported, page, declined));
  }
  return exitCodeOf(imported, context);
}

async function take(
  found: FoundNotes,
  chosen: boolean,
  options: ImportOptions,
  context: Context,
): Promise<readonly TakenFrom[] | undefined> {
  const wanted = [...found.notes, ...(chosen ? found.items : [])];
  return await importNotes(wanted, options, context, terminalWatch(context));
}

/** Whether the items of plain files come in. Without a terminal, `--yes` says so. */
async function isChosen(
  { items }: FoundNotes,
  { yes, json }: ImportOptions,
  context: Context,
): Promise<boolean> {
  if (items.length === 0 || yes) return true;
  if (context.ask === undefined || json) return false;
  context.stderr.write(renderFound(items, pageOf(context.stderr, context)));
  const many = items.length === 1 ? 'this' : `these ${items.length}`;
  return /^(y|yes)$/i.test((await context.ask(`Note ${many}? [y/N] `)).trim());
}

function exitCodeOf(imported: NotesImported, { ask }: Context): ExitCode {
  const { dryRun, found, taken, chosen, interrupted } = imported;
  if (interrupted) return 130;
  const failed = found.problems.length > 0 || taken.some(({ taken }) => taken.outcome === 'failed');
  const unanswered = !dryRun && !chosen && ask === undefined;
  return failed || unanswered ? 1 : 0;
}
