/** `mementor notes show`: shows a whole note, or all that was said about it. */

import { declared, option } from '../../command-line/command.ts';
import type { Json } from '../../command-line/options.ts';
import { json as jsonOption, noteId } from '../../command-line/options.ts';
import { noteShownDocument, showNote, shownOf } from '../../operations/notes/list.ts';
import { printAnswer } from '../../output/answer.ts';
import type { Page } from '../../output/layout/page.ts';
import { renderHistory, renderNote } from '../../output/notes.ts';
import type { Context, ExitCode } from '../../process/context.ts';

export const command = declared({
  description: 'Show a whole note',
  arguments: [noteId],
  options: [option('--history', 'show all that was said about it instead'), jsonOption()],
  examples: ['mementor notes show 4fe1c2a0', 'mementor notes show 4fe1c2a0 --history'],
  goesOnWith: ['unreadable settings'],
  run,
});

export async function run(
  { id, history, json }: Json & { readonly id: string; readonly history: boolean },
  context: Context,
): Promise<ExitCode> {
  const note = await showNote(id, context);
  const shown = shownOf(note, !history, context);
  const text = ({ paint }: Page) =>
    history ? renderHistory(note, paint) : renderNote(note, shown, paint);
  return printAnswer({ document: noteShownDocument(note, shown), text }, { json }, context);
}
