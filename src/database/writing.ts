/** Writing to the memory: what every command that writes does before its own work, and after it. */

import { codeOf } from '../errors/errors.ts';
import { homeOf } from '../home/paths.ts';
import { type Memory, openForWriting } from '../memory.ts';
import type { Context } from '../process/context.ts';
import type { Watch } from '../process/watch.ts';
import { underLock } from './ingest-lock.ts';
import { warnOfMovedDatabase } from './make-ready.ts';
import { openOptions } from './open.ts';

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

/**
 * Does some work on the memory, opened for writing under the ingest lock, and notes the counts
 * afterwards. Returns undefined, without any work, if the user interrupts the wait for the lock.
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
    const done = await work(memory);
    memory.noteCounts();
    return done;
  };
  return await underLock(homeOf(context), context, watch, async (lock) => {
    const repaired = () => openForWriting(lock, options, { repair: true, isBrief });
    if (damage === 'looked for') return await whole(repaired());
    try {
      return await whole(openForWriting(lock, options, { isBrief }));
    } catch (error) {
      if (damage === 'thrown' || codeOf(error) !== 'DATABASE_CORRUPT') throw error;
      const memory = repaired();
      // The database is intact: another file is damaged.
      if (memory.movedAside === null) throw error;
      return await whole(memory);
    }
  });
}
