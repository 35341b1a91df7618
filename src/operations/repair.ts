/** Checks the database, salvages damaged copies, and derives everything else again. */

import { refuseNothing } from '../database/database-file.ts';
import { makeReady } from '../database/make-ready.ts';
import { writing } from '../database/writing.ts';
import { homeOf } from '../home/paths.ts';
import { type Memory, native, type SavedCopy } from '../memory.ts';
import type { Context } from '../process/context.ts';
import type { Watch } from '../process/watch.ts';
import { salvage } from '../salvage/damaged-copies.ts';
import { recoveryHint } from '../salvage/lost.ts';
import { resolved } from '../settings/problems.ts';

export interface RepairOptions {
  readonly deleteDamaged: boolean;
}

export interface Repaired {
  readonly version: 1;
  readonly turns: number;
  readonly agentTurns: number;
  readonly problems: readonly string[];
  readonly copies: readonly SavedCopy[];
  readonly embedded: number;
  /** How turns that were not saved may come back; null if all were. */
  readonly hint: string | null;
}

/** Returns undefined if the user chose not to wait for the lock. */
export async function repair(
  options: RepairOptions,
  context: Context,
  watch: Watch,
): Promise<Repaired | undefined> {
  const home = homeOf(context);
  if (native().homeReport(home).damaged.length === 0) await refuseNothing(home);
  const threads = (await resolved('threads', context)).value;
  return await writing(context, watch, { threads, damage: 'looked for' }, (memory) =>
    repairAll(memory, options, context, watch),
  );
}

async function repairAll(
  memory: Memory,
  { deleteDamaged }: RepairOptions,
  context: Context,
  watch: Watch,
): Promise<Repaired> {
  const home = homeOf(context);
  const copies = await salvage(memory, context, { all: true, deleteSaved: deleteDamaged });
  memory.noteCounts();
  memory.beginRebuild(false);
  const embedded = await makeReady(memory, context, watch);
  const { problems } = memory.soundness();
  const { turns, agentTurns } = memory.stats();
  const hint = isLoss({ copies }) ? recoveryHint(home) : null;
  return { version: 1, turns, agentTurns, problems, copies, embedded, hint };
}

/** Whether the memory lacks turns of a damaged copy. */
export function isLoss({ copies }: Pick<Repaired, 'copies'>): boolean {
  return copies.some((copy) => !copy.complete);
}
