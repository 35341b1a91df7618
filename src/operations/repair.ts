/** Checks the database, salvages damaged copies, and derives everything else again. */

import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { agentOf } from '../agents/find.ts';
import { takeInForGood } from '../capture/waiting-notes.ts';
import { deriveAll, refuseNothing } from '../database/derive-all.ts';
import { embedAll, warnOfMovedDatabase } from '../database/embed-all.ts';
import { underLock } from '../database/ingest-lock.ts';
import { openOptions } from '../database/open.ts';
import { finishAll } from '../forget/unfinished.ts';
import { homeOf } from '../home/paths.ts';
import { type Memory, openForRepair, translated } from '../memory.ts';
import type { Context } from '../process/context.ts';
import type { Watch } from '../process/watch.ts';
import { keepProposals } from '../reports/proposals.ts';
import {
  damagedCopies,
  deleteCopy,
  isSaved,
  noteCounts,
  noteNewCopies,
} from '../salvage/damaged-copies.ts';
import { moveEmptiedAside, recoveryHint } from '../salvage/lost.ts';
import { type SavedCopy, saveCopy } from '../salvage/salvage.ts';
import { resolved } from '../settings/problems.ts';

export interface RepairOptions {
  readonly deleteDamaged: boolean;
}

/** The result of salvaging one damaged copy. */
export interface Copy extends SavedCopy {
  readonly bytes: number;
  /** Whether the memory now has everything that the copy had. */
  readonly complete: boolean;
  readonly deleted: boolean;
}

export interface Repaired {
  readonly version: 1;
  readonly turns: number;
  readonly agentTurns: number;
  readonly problems: readonly string[];
  readonly copies: readonly Copy[];
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
  if ((await damagedCopies(home)).length === 0) await refuseNothing(home);
  const threads = (await resolved('threads', context)).value;
  return await underLock(home, context, watch, async () => {
    moveEmptiedAside(home, +context.now());
    const memory = openForRepair({ ...(await openOptions(context)), threads });
    warnOfMovedDatabase(memory, watch);
    takeInForGood(memory, home);
    await finishAll(memory, home, +context.now());
    return await repairAll(memory, options, context, watch);
  });
}

async function repairAll(
  memory: Memory,
  { deleteDamaged }: RepairOptions,
  context: Context,
  watch: Watch,
): Promise<Repaired> {
  const home = homeOf(context);
  await noteNewCopies(home);
  const copies: Copy[] = [];
  for (const path of await damagedCopies(home)) {
    const copy = await saveCopy(memory, path, context);
    if (copy === undefined) break;
    const { size: bytes } = await stat(path);
    const complete = isSaved(copy.outcome);
    const deleted = deleteDamaged && complete;
    if (deleted) await deleteCopy(path);
    copies.push({ ...copy, bytes, complete, deleted });
  }
  // Turns of a damaged log are ingested again from their transcripts, if those still exist.
  for (const path of translated(() => memory.mend())) {
    const { name } = agentOf(path, context);
    while (!translated(() => memory.ingest(path, null, name)).done) await sleep(0);
  }
  await noteCounts(memory, home);
  translated(() => memory.beginRebuild(false));
  await deriveAll(memory, context, watch);
  const problems = translated(() => memory.integrityProblems());
  const embedded = await embedAll(memory, context, watch);
  await keepProposals(memory, home);
  const { turns, agentTurns } = translated(() => memory.stats());
  const hint = isLoss({ copies }) ? recoveryHint(home) : null;
  return { version: 1, turns, agentTurns, problems, copies, embedded, hint };
}

/** Whether the memory lacks turns of a damaged copy. */
export function isLoss({ copies }: Pick<Repaired, 'copies'>): boolean {
  return copies.some((copy) => !copy.complete);
}
