/** Writes and changes notes. */

import { isRunByAgent } from '../../agents/find.ts';
import { processOf } from '../../capture/process-of.ts';
import { openOptions, openToRead } from '../../database/open.ts';
import { writing as writingBriefly } from '../../database/writing.ts';
import { codeOf, MementorError } from '../../errors/errors.ts';
import type { Memory, NoteChange, Remembered } from '../../memory.ts';
import type { Context } from '../../process/context.ts';
import type { Watch } from '../../process/watch.ts';
import { beginningOfId } from '../id.ts';
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
      'the text of the note is empty',
      'give a text: `mementor remember "we use tabs"`, or write it on standard input',
    );
  }
  const note = noteOf(options, context);
  const opened = await openOptions(context);
  const handed = handedOver(note, opened, context);
  if (handed !== undefined) return handed;
  const done = await writing(context, watch, (memory) =>
    memory.remember(note, opened.nowMs, processOf(context)),
  );
  return done ?? undefined;
}

/** Changes a note. Returns undefined if the user chose not to wait for the lock. */
export async function changeNote(
  id: string,
  change: NoteChange,
  context: Context,
  watch: Watch,
  by: 'person' | 'agent' = isRunByAgent(context) ? 'agent' : 'person',
) {
  const beginning = beginningOfId(id, WHERE_IDS);
  await mustExist(beginning, context);
  return await writing(context, watch, (memory) =>
    memory.changeNote(beginning, change, context.now().getTime(), by === 'agent'),
  );
}

/** Nobody waits for the lock to hear that there is no such note. What cannot be read is repaired. */
async function mustExist(beginning: string, context: Context): Promise<void> {
  try {
    const memory = await openToRead(context);
    memory.note(beginning);
  } catch (error) {
    if (UNKNOWN_CODES.has(codeOf(error) ?? '')) throw error;
  }
}

const UNKNOWN_CODES: ReadonlySet<string> = new Set(['NOTE_UNKNOWN', 'NOTE_AMBIGUOUS']);

/** Does some work on the memory, opened for writing. */
export async function writing<T>(context: Context, watch: Watch, work: (memory: Memory) => T) {
  return await writingBriefly(context, watch, { isBrief: true }, async (memory) => work(memory));
}
