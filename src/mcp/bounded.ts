/** Bounds the wait for the lock of another process that writes. */

import { MementorError } from '../errors/errors.ts';
import type { Context } from '../process/context.ts';

/** Clients give a call a minute. */
export const WAIT_MS_MAX = 20_000;

/** Runs work that returns undefined if its wait is interrupted, as it is after the bound. */
export async function bounded<T>(
  context: Context,
  work: (context: Context) => Promise<T | undefined>,
  waitMs = WAIT_MS_MAX,
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), waitMs);
  const interrupted = AbortSignal.any([context.interrupted, late.signal]);
  try {
    const done = await work({ ...context, interrupted });
    if (done !== undefined) return done;
  } finally {
    clearTimeout(timer);
  }
  const message = 'another process is writing to the memory; nothing was written';
  throw new MementorError('INGEST_BUSY', message, 'call again in a minute');
}
