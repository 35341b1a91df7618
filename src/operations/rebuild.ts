/** Derives everything from the turn log again, while others can read. */

import { refuseNothing } from '../database/database-file.ts';
import { makeReady } from '../database/make-ready.ts';
import { writing } from '../database/writing.ts';
import { homeOf } from '../home/paths.ts';
import type { Memory } from '../memory.ts';
import type { Context } from '../process/context.ts';
import type { Watch } from '../process/watch.ts';
import { resolved } from '../settings/problems.ts';

export type RebuildDocument = ReturnType<typeof documentOf>;

/** Returns undefined if the user chose not to wait for the lock. */
export async function rebuild(
  context: Context,
  watch: Watch,
): Promise<RebuildDocument | undefined> {
  await refuseNothing(homeOf(context));
  const threads = (await resolved('threads', context)).value;
  return await writing(context, watch, { threads, damage: 'thrown' }, async (memory) => {
    const dropped = memory.beginRebuild(true);
    const embedded = await makeReady(memory, context, watch);
    return documentOf(memory, { embedded, dropped }, context.interrupted.aborted);
  });
}

interface Made {
  readonly embedded: number;
  /** Number of deleted vectors of other models. */
  readonly dropped: number;
}

function documentOf(memory: Memory, { embedded, dropped }: Made, interrupted: boolean) {
  const { turns, agentTurns, chunks, waiting } = memory.stats();
  return {
    version: 1,
    interrupted,
    turns,
    agentTurns,
    chunks,
    embedded,
    dropped,
    pending: waiting,
  };
}
