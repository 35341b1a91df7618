/** `mementor notes undo`: takes back what was last said about a note. */

import { declared, option } from '../../command-line/command.ts';
import { type Json, json as jsonOption, noteId, upTo } from '../../command-line/options.ts';
import type { Context, ExitCode } from '../../process/context.ts';
import { changed } from './set.ts';

export const command = declared({
  description: 'Take back the last edit or move of a note; nothing of its history is deleted',
  arguments: [noteId],
  options: [
    option('--last', 'the last change (the default); done again, it brings the change back'),
    option('--to <number>', 'all that came after this number of its history', {
      parse: upTo(1_000_000),
      conflicts: ['last'],
    }),
    jsonOption(),
  ],
  examples: ['mementor notes undo 4fe1c2a0', 'mementor notes undo 4fe1c2a0 --to 1'],
  run,
});

export interface UndoOptions extends Json {
  readonly id: string;
  /** Number of the statement after which all is taken back; undefined for the last change. */
  readonly to: number | undefined;
}

export async function run({ id, to, json }: UndoOptions, context: Context): Promise<ExitCode> {
  const change = { undo: to === undefined ? ('last' as const) : { to } };
  return await changed({ id, change, done: 'Taken back', json }, context);
}
