/** The lock that every writer to the memory must hold. */

import { setTimeout as sleep } from 'node:timers/promises';
import { processOf } from '../capture/process-of.ts';
import { MementorError } from '../errors/errors.ts';
import { type IngestLock, type LockHolder, native, translated } from '../memory.ts';
import type { Context } from '../process/context.ts';
import type { Watch } from '../process/watch.ts';
import { localTime } from '../text/times.ts';

/** A worker ends after a minute at most. */
const LOCK_WAIT_MS = 70_000;
const LOCK_POLL_MS = 100;
/** Most waits are shorter, and need no message. */
const SILENT_MS = 2_000;

/** Returns the lock; null while another process holds it. Creates the home. */
export function tryAcquire(home: string, context: Context): IngestLock | null {
  const { command, now } = context;
  return translated(() => native().IngestLock.tryAcquire(home, command, +now()));
}

/** Waits for the lock. Returns undefined if the user interrupts the wait. */
export async function acquire(
  home: string,
  context: Context,
  watch: Watch,
): Promise<IngestLock | undefined> {
  const begin = context.uptimeMs();
  let told = false;
  while (!context.interrupted.aborted) {
    const lock = tryAcquire(home, context);
    if (lock !== null) return lock;
    const waitedMs = context.uptimeMs() - begin;
    if (waitedMs > LOCK_WAIT_MS) throw busy(holderOf(home));
    if (waitedMs > SILENT_MS && !told) {
      tell(holderOf(home), watch);
      told = true;
    }
    await sleep(LOCK_POLL_MS);
  }
  return undefined;
}

/**
 * Waits for the lock and does some work while holding it. Returns undefined, without any work, if
 * the user interrupts the wait. A worker then takes in what hooks handed over in the meantime: their
 * own workers did not get the lock.
 */
export async function underLock<T>(
  home: string,
  context: Context,
  watch: Watch,
  work: (lock: IngestLock) => Promise<T>,
): Promise<T | undefined> {
  const lock = await acquire(home, context, watch);
  if (lock === undefined) return undefined;
  try {
    return await work(lock);
  } finally {
    lock.release(processOf(context));
  }
}

/** Returns the lock's holder; `undefined` if it is not known for certain. */
export function holderOf(home: string): LockHolder | undefined {
  return native().homeReport(home).holder ?? undefined;
}

/** Describes a holder: its command, its process id, and when it took the lock. */
export function holderText({ command, pid, sinceMs }: LockHolder): string {
  const since = localTime(sinceMs);
  return `${programText(command)} (process ${pid}${since === undefined ? '' : `, since ${since}`})`;
}

function programText(command: string): string {
  if (command === '') return 'another Mementor';
  return command === 'drain' ? 'the worker of the hooks' : `\`mementor ${command}\``;
}

const UNKNOWN = 'another Mementor (which one is not known)';

function tell(holder: LockHolder | undefined, watch: Watch): void {
  const who = holder === undefined ? UNKNOWN : holderText(holder);
  watch.note(`Waiting for ${who}, which writes to the memory ...`);
}

function busy(holder: LockHolder | undefined): MementorError {
  if (holder === undefined) {
    const message = `${UNKNOWN} is writing to the memory`;
    return new MementorError('INGEST_BUSY', message, 'try again in a minute');
  }
  return new MementorError(
    'INGEST_BUSY',
    `${holderText(holder)} is writing to the memory`,
    `let it end, or end process ${holder.pid}, and run the command again: what is stored stays`,
  );
}
