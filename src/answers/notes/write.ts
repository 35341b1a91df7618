/** Writes and changes notes. */

import { underLock } from '../../database/ingest-lock.ts';
import { openOptions } from '../../database/open.ts';
import { writeRepairing } from '../../database/write-repairing.ts';
import { finishRemoval, RETRY_MS } from '../../forget/unfinished.ts';
import { homeOf } from '../../home.ts';
import type { Memory, NoteChange, Remembered } from '../../memory.ts';
import type { Context } from '../../process/context.ts';
import { MementorError } from '../../process/errors.ts';
import type { Watch } from '../../process/watch.ts';
import { keepProposals } from '../../state/proposals.ts';
import { beginningOfId } from '../id.ts';
import { told } from './errors.ts';
import { handedOver, noteOf, type RememberOptions, WHERE_IDS } from './hand-over.ts';

export { type RememberOptions, WHERE_IDS };

/** Writes a note. Returns undefined if the user chose not to wait for the lock. */
export async function remember(
  options: RememberOptions,
  context: Context,
  watch: Watch,
): Promise<Remembered | undefined> {
  if (options.text.trim() === '') {
    throw new MementorError(
      'NOTE_SUMMARY',
      'there is nothing to remember',
      'give a text: `mementor remember "we use tabs"`, or write it on standard input',
    );
  }
  const note = noteOf(options, context);
  const opened = await openOptions(context);
  const handed = told(() => handedOver(note, opened, context));
  if (handed !== undefined) return handed;
  return await writing(context, watch, (memory) => told(() => memory.remember(note)));
}

/** Changes a note. Returns undefined if the user chose not to wait for the lock. */
export async function changeNote(
  id: string,
  change: NoteChange,
  context: Context,
  watch: Watch,
  by: 'person' | 'agent' = 'person',
) {
  const beginning = beginningOfId(id, WHERE_IDS);
  return await writing(context, watch, (memory) =>
    told(() => memory.changeNote(beginning, change, context.now().getTime(), by === 'agent')),
  );
}

/** Does some work on the memory, opened for writing. */
export async function writing<T>(context: Context, watch: Watch, work: (memory: Memory) => T) {
  const home = homeOf(context);
  return await underLock(home, context, watch, async () => {
    return await writeRepairing(await openOptions(context), watch, async (memory) => {
      await finishRemoval(memory, home, context.now().getTime(), RETRY_MS);
      const done = work(memory);
      await keepProposals(memory, home);
      return done;
    });
  });
}
