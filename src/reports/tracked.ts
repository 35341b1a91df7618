/** The ledger of an open memory, or of one that does not exist yet. */

import type { Transcript } from '../agents/agent.ts';
import { ledgerOf, type Tracked } from '../capture/ledger.ts';
import { type Memory, translated } from '../memory.ts';

/** Returns the ledger; `undefined` means that the database does not exist yet. */
export async function trackedIn(
  memory: Memory | undefined,
  transcripts: readonly Transcript[],
): Promise<Tracked[]> {
  const rows = memory === undefined ? [] : translated(() => memory.transcripts());
  return await ledgerOf(transcripts, rows);
}
