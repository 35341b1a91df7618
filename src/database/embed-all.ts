/** Embedding and warnings, shared by all commands that write. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Degraded, Memory, SavedCopy } from '../memory.ts';
import type { Context } from '../process/context.ts';
import type { Watch } from '../process/watch.ts';
import { saved } from '../salvage/damaged-copies.ts';
import { percentOf } from '../text/numbers.ts';

/**
 * Prepares what the next sessions get of the past, and embeds waiting chunks: they are already
 * searchable by words; this adds search by meaning. Returns how many.
 */
export async function embedAll(
  memory: Memory,
  { interrupted }: Pick<Context, 'interrupted'>,
  watch: Watch,
): Promise<number> {
  const line = watch.progress();
  let embedded = 0;
  let degraded: Degraded | null = null;
  while (!interrupted.aborted) {
    const step = memory.makeReady();
    embedded += step.embedded;
    degraded = step.degraded;
    if (!step.more) break;
    const total = embedded + step.waiting;
    if (total > 0) {
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
