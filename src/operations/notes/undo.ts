/** Takes back what was done to a note. */

import { isRunByAgent } from '../../agents/find.ts';
import type { Context } from '../../process/context.ts';
import type { Watch } from '../../process/watch.ts';
import { beginningOfId } from '../id.ts';
import { WHERE_IDS, writing } from './write.ts';

/**
 * Takes back the last change of a note, or all that was said after a statement, by its number in
 * the history. Returns undefined if the user chose not to wait for the lock.
 */
export async function undoNote(
  { id, to }: { readonly id: string; readonly to: number | undefined },
  context: Context,
  watch: Watch,
) {
  const beginning = beginningOfId(id, WHERE_IDS);
  return await writing(context, watch, (memory) =>
    memory.undoNote(beginning, to ?? null, context.now().getTime(), isRunByAgent(context)),
  );
}
