/** Writing where damage may be met on the way: then the database is repaired, and the work begun again. */

import { type Memory, type OpenMemory, openForRepair, openForWriting } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { codeOf } from '../process/errors.ts';
import { warnOfMovedDatabase } from './embed-all.ts';

/** Runs some work on the memory, opened for writing. Only damage that is met has all of it read. */
export async function writeRepairing<T>(
  options: OpenMemory,
  context: Context,
  work: (memory: Memory) => Promise<T>,
): Promise<T> {
  try {
    const memory = openForWriting(options);
    warnOfMovedDatabase(memory, context);
    return await work(memory);
  } catch (error) {
    if (codeOf(error) !== 'DATABASE_CORRUPT') throw error;
    const memory = openForRepair(options);
    // The file is sound: what is damaged is another one.
    if (memory.movedAside === null) throw error;
    warnOfMovedDatabase(memory, context);
    return await work(memory);
  }
}
