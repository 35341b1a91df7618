/** Reads a transcript that Mementor itself wrote, so that it does not count as unread. */

import { processOf } from '../capture/process-of.ts';
import { homeOf } from '../home/paths.ts';
import { openForWriting, surroundingsOf } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { tryAcquire } from './ingest-lock.ts';
import { openOptions } from './open.ts';

/** Never fails, and waits for nobody who writes: otherwise the next hook reads it. */
export async function reread(path: string, context: Context): Promise<void> {
  try {
    const lock = tryAcquire(homeOf(context), context);
    if (lock === null) return;
    try {
      const memory = openForWriting(lock, await openOptions(context));
      while (!memory.ingest(path, surroundingsOf(context)).done);
    } finally {
      lock.release(processOf(context));
    }
  } catch {
    // It stays as it is.
  }
}
