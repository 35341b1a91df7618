/** The lock that everyone holds who writes to the memory. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from './context.ts';
import { MementorError } from './errors.ts';
import { type IngestLock, native, translated } from './memory.ts';

/** A worker ends after a minute at most. */
const LOCK_WAIT_MS = 70_000;
const LOCK_POLL_MS = 100;

/** Waits for the lock. Returns nothing when the person does not want to wait any longer. */
export async function acquire(home: string, context: Context): Promise<IngestLock | undefined> {
  const until = context.uptimeMs() + LOCK_WAIT_MS;
  while (!context.interrupted.aborted) {
    const lock = translated(() => native().IngestLock.tryAcquire(home));
    if (lock !== null) return lock;
    if (context.uptimeMs() > until) {
      throw new MementorError(
        'INGEST_BUSY',
        'another Mementor is taking in transcripts',
        'it ends by itself; try again in a minute',
      );
    }
    await sleep(LOCK_POLL_MS);
  }
  return undefined;
}
