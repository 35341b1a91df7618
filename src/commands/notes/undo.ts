/** `mementor notes undo`: takes back what was last said about a note. */

import { declared, option } from '../../command-line/command.ts';
import { json, noteId, upTo } from '../../command-line/options.ts';
import { wholeDocument } from '../../operations/notes/document.ts';
import { undoNote } from '../../operations/notes/write.ts';
import { printAnswer } from '../../output/answer.ts';
import type { Page } from '../../output/layout/page.ts';
import { renderChanged } from '../../output/notes.ts';
import { terminalWatch } from '../../output/terminal-watch.ts';
import type { Context, ExitCode } from '../../process/context.ts';

export const command = declared({
  description: 'Take back the last edit or move of a note; nothing of its history is deleted',
  arguments: [noteId],
  options: [
    option('--last', 'the last change (the default); done again, it brings the change back'),
    option('--to <number>', 'all that came after this number of its history', {
      parse: upTo(1_000_000),
      conflicts: ['last'],
    }),
    json(),
  ],
  examples: ['mementor notes undo 4fe1c2a0', 'mementor notes undo 4fe1c2a0 --to 1'],
  run,
});

export interface UndoOptions {
  readonly id: string;
  /** Number of the statement after which all is taken back; undefined for the last change. */
  readonly to: number | undefined;
  readonly json: boolean;
}

export async function run(options: UndoOptions, context: Context): Promise<ExitCode> {
  const done = await undoNote(options, context, terminalWatch(context));
  if (done === undefined) return 130;
  const { note, changed } = done;
  const document = { version: 1, changed, note: wholeDocument(note) };
  const text = ({ paint }: Page) => renderChanged(note, 'Taken back', changed, paint);
  return printAnswer({ document, text }, options, context);
}
