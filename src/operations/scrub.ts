/** Masks stored texts with the current rules, and proves that the masked texts are gone. */

import { setTimeout as sleep } from 'node:timers/promises';
import { refuseNothing } from '../database/database-file.ts';
import { makeReady } from '../database/make-ready.ts';
import { writing } from '../database/writing.ts';
import { isClean } from '../forget/remove.ts';
import { homeOf } from '../home/paths.ts';
import { type Memory, type Scrubbing, type ScrubReport, surroundingsOf } from '../memory.ts';
import type { Context } from '../process/context.ts';
import type { Watch } from '../process/watch.ts';
import { resolved } from '../settings/problems.ts';
import { counted } from '../text/numbers.ts';

/** What was read, and what was masked in it, in the backups and beside the database. */
export type Scrubbed = Omit<Scrubbing, 'report'> & ScrubReport;

/** Returns undefined if interrupted: a second run continues. */
export async function scrub(context: Context, watch: Watch): Promise<Scrubbed | undefined> {
  await refuseNothing(homeOf(context));
  const threads = (await resolved('threads', context)).value;
  return await writing(context, watch, { threads, damage: 'thrown' }, async (memory) => {
    const scrubbed = await scrubAll(memory, context, watch);
    if (scrubbed !== undefined) await makeReady(memory, context, watch);
    return scrubbed;
  });
}

async function scrubAll(
  memory: Memory,
  context: Context,
  watch: Watch,
): Promise<Scrubbed | undefined> {
  const on = surroundingsOf(context);
  const stored = memory.stats();
  const total = stored.turns + stored.agentTurns;
  const line = watch.progress();
  while (!context.interrupted.aborted) {
    const step = memory.scrub(on, +context.now());
    const { report, ...counts } = step;
    if (report !== null) {
      line.clear();
      return { ...counts, ...report };
    }
    const read = counts.turns + counts.agentTurns;
    const pace = { unit: 'turns' as const, done: read, total, worked: read };
    line.show(`Looking through ${counted(read, 'turn')}`, pace);
    await sleep(0);
  }
  return undefined;
}

/** The document that scripts read. */
export function scrubDocument({ cleaned, ...others }: Scrubbed): object {
  const backupsLeft = cleaned.left.map(({ path, reason }) => ({ path, reason }));
  return { version: 1, ...others, backups: cleaned.done, backupsLeft };
}

/** Whether all masked texts are gone. */
export function isScrubbed({ proof, cleaned }: Scrubbed): boolean {
  return isClean(proof) && cleaned.left.length === 0;
}
