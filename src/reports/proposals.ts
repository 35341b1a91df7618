/**
 * The last known number of proposed notes, of all projects, in a file: the status line reads it
 * without opening the database.
 */

import { writeAtomic } from '../files/atomic-file.ts';
import { parseObject } from '../files/json-object.ts';
import { FILE_MODE } from '../files/modes.ts';
import { textIfReadable } from '../files/regular-file.ts';
import { proposalsOf } from '../home/paths.ts';
import type { Memory } from '../memory.ts';

/** Returns the last known number; 0 if there is none. */
export function knownProposals(home: string): number {
  const count = parseObject(textIfReadable(proposalsOf(home)) ?? '')?.proposed;
  return typeof count === 'number' && Number.isSafeInteger(count) && count > 0 ? count : 0;
}

/** Writes the current number if it has changed. A failure costs only the status line its number. */
export async function keepProposals(memory: Memory, home: string): Promise<void> {
  try {
    const proposed = memory.proposed();
    if (proposed === knownProposals(home)) return;
    const text = `${JSON.stringify({ version: 1, proposed })}\n`;
    await writeAtomic({ path: proposalsOf(home), text, mode: FILE_MODE });
  } catch {
    // The next worker writes it.
  }
}
