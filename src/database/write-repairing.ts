/** Writing where damage may be met on the way: then the database is repaired, and the work begun again. */

import { type Memory, type OpenMemory, openForRepair, openForWriting } from '../memory.ts';
import { codeOf } from '../process/errors.ts';
import type { Watch } from '../process/watch.ts';
import { warnOfMovedDatabase } from './embed-all.ts';

/** Runs some work on the memory, opened for writing. Only damage that is met has all of it read. */
export async function writeRepairing<T>(
  options: OpenMemory,
  watch: Watch,
  work: (memory: Memory) => Promise<T>,
): Promise<T> {
  try {
    const memory = openForWriting(options);
    warnOfMovedDatabase(memory, watch);
    return await work(memory);
  } catch (error) {
    if (codeOf(error) !== 'DATABASE_CORRUPT') throw error;
    const memory = openForRepair(options);
    // The file is sound: what is damaged is another one.
    if (memory.movedAside === null) throw error;
    warnOfMovedDatabase(memory, watch);
    return await work(memory);
  }
}
