/** Runs a rebuild that an older build's data needs, or that the user requested. */

import { setTimeout as sleep } from 'node:timers/promises';
import { MementorError } from '../errors/errors.ts';
import { hintFor } from '../errors/hints.ts';
import type { Memory } from '../memory.ts';
import type { Context } from '../process/context.ts';
import type { Watch } from '../process/watch.ts';
import { lossError } from '../salvage/lost.ts';
import { counted, grouped } from '../text/numbers.ts';
import { databaseFile } from './database-file.ts';

/** Throws if there is no database, because opening for writing would create one. */
export async function refuseNothing(home: string): Promise<void> {
  if ((await databaseFile(home)) !== undefined) return;
  const lost = lossError(home);
  if (lost !== undefined) throw lost;
  const message = `nothing is stored yet: there is no database in ${home}`;
  throw new MementorError('DATABASE_MISSING', message, hintFor('DATABASE_MISSING'));
}

/**
 * Continues the rebuild in progress, if there is one. It can stop between any two steps, and the
 * next writer continues it. Search uses the previous data until the rebuild is complete.
 */
export async function deriveAll(
  memory: Memory,
  { interrupted }: Pick<Context, 'interrupted'>,
  watch: Watch,
): Promise<void> {
  const { turns, agentTurns } = memory.stats();
  const line = watch.progress();
  while (!interrupted.aborted) {
    const after = memory.rebuild();
    if (after === null) break;
    // Ids start at 1 and have gaps where turns were forgotten.
    const total = Math.max(turns + agentTurns, after);
    const pace = { unit: 'turns', done: after, total, worked: after } as const;
    line.show(`Rebuilding ${grouped(after)}/${counted(total, 'turn')}`, pace);
    await sleep(0);
  }
  line.clear();
}
