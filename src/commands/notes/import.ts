/** `mementor notes import`: notes from Markdown. */

import { isRunByAgent } from '../../agents/find.ts';
import { argument, declared, option } from '../../command-line/command.ts';
import {
  json as jsonOption,
  trust as trustOption,
  yes as yesOption,
} from '../../command-line/options.ts';
import {
  type FoundNotes,
  findNotes,
  importNotes,
  type NotesImported,
  type NotesImportOptions,
  notesImportedDocument,
  type TakenFrom,
} from '../../operations/notes/import.ts';
import { isVouchedFor } from '../../operations/trust.ts';
import { printAnswer } from '../../output/answer.ts';
import { type Page, pageOf } from '../../output/layout/page.ts';
import { renderFound, renderNotesImported } from '../../output/note-files.ts';
import { terminalWatch } from '../../output/terminal-watch.ts';
import { saysYes } from '../../process/confirm.ts';
import type { Context, ExitCode } from '../../process/context.ts';

export const command = declared({
  description: 'Read notes from Markdown: exports, notes of other tools, and rules of CLAUDE.md',
  arguments: [argument('<path...>', 'Markdown files, or folders with them', { as: 'paths' })],
  options: [
    option(
      '--all',
      'every list item and paragraph of plain files, not only what looks like a rule',
    ),
    option('-k, --kind <kind>', 'the kind of what comes from plain files', { names: 'note-kind' }),
    option('--scope <scope>', 'where the notes hold: in this project, or everywhere (person)', {
      choices: ['project', 'person'],
      fallback: 'project',
    }),
    option('-p, --project <name>', 'note it for this project instead of the current one', {
      names: 'project',
    }),
    option('--dry-run', 'show what would be imported and change nothing'),
    yesOption(),
    trustOption(),
    jsonOption(),
  ],
  examples: [
    'mementor notes import notes/',
    'mementor notes import CLAUDE.md --dry-run',
    'mementor notes import CLAUDE.md --yes',
  ],
  run,
});

export interface ImportOptions extends NotesImportOptions {
  readonly dryRun: boolean;
  readonly yes: boolean;
  readonly trust: boolean;
  readonly json: boolean;
}

/**
 * Notes with front matter come in at once, as proposals: a file does not decide what holds. What
 * stands in plain files is listed first, and comes in when a person says so.
 */
export async function run(options: ImportOptions, context: Context): Promise<ExitCode> {
  const found = await findNotes(options, context);
  const chosen = !options.dryRun && (await isChosen(found, options, context));
  const taken = options.dryRun ? [] : await take(found, chosen, options, context);
  if (taken === undefined) return 130;
  const interrupted = context.interrupted.aborted;
  const imported = { dryRun: options.dryRun, taken, found, chosen, interrupted };
  const declined = !options.dryRun && !chosen && context.ask !== undefined;
  const text = (page: Page) => renderNotesImported(imported, page, declined);
  printAnswer({ document: notesImportedDocument(imported), text }, options, context);
  return exitCodeOf(imported, context);
}

async function take(
  found: FoundNotes,
  chosen: boolean,
  options: ImportOptions,
  context: Context,
): Promise<readonly TakenFrom[] | undefined> {
  const isOwn = isVouchedFor(options, context);
  const watch = terminalWatch(context);
  const notes = await importNotes(found.notes, isOwn, options, context, watch);
  if (notes === undefined || !chosen) return notes;
  // The person has chosen them.
  const items = await importNotes(found.items, !isRunByAgent(context), options, context, watch);
  return items && [...notes, ...items];
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
  return await saysYes(`Note ${many}?`, context.ask);
}

function exitCodeOf(imported: NotesImported, { ask }: Context): ExitCode {
  const { dryRun, found, taken, chosen, interrupted } = imported;
  if (interrupted) return 130;
  const failed = found.problems.length > 0 || taken.some(({ taken }) => taken.outcome === null);
  const unanswered = !dryRun && !chosen && ask === undefined;
  return failed || unanswered ? 1 : 0;
}
