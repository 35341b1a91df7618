/** Writing that may encounter damage: then the database is repaired, and the work restarted. */

import { takeInForGood } from '../capture/waiting-notes.ts';
import { codeOf } from '../errors/errors.ts';
import { type Memory, type OpenMemory, openForRepair } from '../memory.ts';
import type { Watch } from '../process/watch.ts';
import { warnOfMovedDatabase } from './embed-all.ts';
import { openToWrite } from './open.ts';

/**
 * Runs work on the memory, opened for writing. Only if it encounters damage is the whole database
 * read.
 */
export async function writeRepairing<T>(
  options: OpenMemory,
  watch: Watch,
  work: (memory: Memory) => Promise<T>,
): Promise<T> {
  try {
    const memory = openToWrite(options);
    warnOfMovedDatabase(memory, watch);
    return await work(memory);
  } catch (error) {
    if (codeOf(error) !== 'DATABASE_CORRUPT') throw error;
    const memory = openForRepair(options);
    // The database is intact: another file is damaged.
    if (memory.movedAside === null) throw error;
    warnOfMovedDatabase(memory, watch);
    takeInForGood(memory, options.home);
    return await work(memory);
  }
}
