/** The ledger of the memory that is open, or of one that is not there yet. */

import type { Transcript } from '../agents/agent.ts';
import { ledgerOf, type Tracked } from '../capture/ledger.ts';
import { type Memory, translated } from '../memory.ts';

/** Returns the ledger; `undefined` stands for a database that is not there yet. */
export async function trackedIn(
  memory: Memory | undefined,
  transcripts: readonly Transcript[],
): Promise<Tracked[]> {
  const rows = memory === undefined ? [] : translated(() => memory.transcripts());
  return await ledgerOf(transcripts, rows);
}
