/** What every command that stores does after its own work, and warnings that several share. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Degraded, Memory, SavedCopy } from '../memory.ts';
import type { Context } from '../process/context.ts';
import type { Watch } from '../process/watch.ts';
import { saved } from '../salvage/damaged-copies.ts';
import { counted, grouped, percentOf } from '../text/numbers.ts';

/**
 * Goes on with the rebuild in progress, prepares what the next sessions get of the past, and embeds
 * waiting chunks: they are already searchable by words; this adds search by meaning. Returns how
 * many. It can stop between any two steps, and the next writer continues; search uses the previous
 * data until a rebuild is complete.
 */
export async function makeReady(
  memory: Memory,
  { interrupted }: Pick<Context, 'interrupted'>,
  watch: Watch,
): Promise<number> {
  const { turns, agentTurns } = memory.stats();
  const line = watch.progress();
  let embedded = 0;
  let degraded: Degraded | null = null;
  while (!interrupted.aborted) {
    const step = memory.makeReady();
    embedded += step.embedded;
    degraded = step.degraded;
    if (!step.more) break;
    const total = embedded + step.waiting;
    if (step.derived !== null) {
      const after = step.derived;
      // Ids start at 1 and have gaps where turns were forgotten.
      const all = Math.max(turns + agentTurns, after);
      const pace = { unit: 'turns', done: after, total: all, worked: after } as const;
      line.show(`Rebuilding ${grouped(after)}/${counted(all, 'turn')}`, pace);
    } else if (total > 0) {
      line.show(`Preparing search by meaning, ${percentOf(embedded, total)}`, {
        unit: 'share',
        done: embedded,
        total,
        worked: embedded,
      });
    }
    await sleep(0);
  }
  line.clear();
  if (degraded !== null) watch.warn(`not searchable by meaning: ${degraded.message}`);
  return embedded;
}

/** Warns that opening moved a damaged database aside. */
export function warnOfMovedDatabase(memory: Memory, watch: Watch): void {
  if (memory.movedAside === null) return;
  watch.warn(`the database was damaged and is now ${memory.movedAside}; a new one was begun`);
}

/** Warns that some turns of a damaged database could not be saved. */
export function warnOfLosses(copies: readonly SavedCopy[], watch: Watch): void {
  for (const { path, outcome, complete } of copies) {
    if (!complete) watch.warn(`saved ${saved(outcome)} of ${path}; keep that file`);
  }
}
