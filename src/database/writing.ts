/** Writing to the memory: what every command that writes does before its own work, and after it. */

import { codeOf } from '../errors/errors.ts';
import { homeOf } from '../home/paths.ts';
import { type IngestLock, type Memory, type OpenMemory, translated } from '../memory.ts';
import type { Context } from '../process/context.ts';
import type { Watch } from '../process/watch.ts';
import { warnOfMovedDatabase } from './embed-all.ts';
import { underLock } from './ingest-lock.ts';
import { openOptions, openToWrite } from './open.ts';

/** How a command writes. */
export interface Writing {
  /** Defaults to one. */
  readonly threads?: number;
  /**
   * What is done about damage: the work is begun again once it is found (the default), the whole
   * database is read first, or nothing.
   */
  readonly damage?: 'repaired' | 'looked for' | 'thrown';
  /** Whether the command is to end soon: it leaves backups, and what just failed, to others. */
  readonly isBrief?: boolean;
}

/** Others try again after this time: rewriting a large database takes long. */
export const RETRY_MS = 60 * 60 * 1_000;

/**
 * Does some work on the memory, opened for writing under the ingest lock. Finishes interrupted
 * removals first, and notes the counts afterwards. Returns undefined, without any work, if the user
 * interrupts the wait for the lock.
 */
export async function writing<T>(
  context: Context,
  watch: Watch,
  { threads, damage = 'repaired', isBrief = false }: Writing,
  work: (memory: Memory) => Promise<T>,
): Promise<T | undefined> {
  const opened = await openOptions(context);
  const options = threads === undefined ? opened : { ...opened, threads };
  const whole = async (memory: Memory) => {
    warnOfMovedDatabase(memory, watch);
    const nowMs = +context.now();
    translated(() => memory.finishRemoval(nowMs, isBrief ? RETRY_MS : 0, !isBrief));
    const done = await work(memory);
    translated(() => memory.noteCounts());
    return done;
  };
  return await underLock(homeOf(context), context, watch, async (lock) => {
    if (damage === 'looked for') return await whole(openToWrite(lock, options, true));
    if (damage === 'thrown') return await whole(openToWrite(lock, options));
    return await repairing(lock, options, whole);
  });
}

/** Runs work that may encounter damage. Only then is the whole database read. */
export async function repairing<T>(
  lock: IngestLock,
  options: OpenMemory,
  work: (memory: Memory) => Promise<T>,
): Promise<T> {
  try {
    return await work(openToWrite(lock, options));
  } catch (error) {
    if (codeOf(error) !== 'DATABASE_CORRUPT') throw error;
    const memory = openToWrite(lock, options, true);
    // The database is intact: another file is damaged.
    if (memory.movedAside === null) throw error;
    return await work(memory);
  }
}
