/** Saves the turns of damaged databases that were moved aside, and says how many were saved. */

import { setTimeout as sleep } from 'node:timers/promises';
import { type Memory, type SavedCopy, type SavedOutcome, surroundingsOf } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { counted, grouped } from '../text/numbers.ts';

/** Which copies are saved: those that this build has not tried yet, or all; and what becomes of them. */
interface Salvage {
  readonly all?: boolean;
  /** Whether to delete those of which the memory then has everything. */
  readonly deleteSaved?: boolean;
}

/**
 * Saves damaged copies; of all, the transcripts of damaged logs are read again too. One that is
 * interrupted is begun anew next time, which costs little.
 */
export async function salvage(
  memory: Memory,
  context: Context,
  { all = false, deleteSaved = false }: Salvage = {},
): Promise<readonly SavedCopy[]> {
  const copies: SavedCopy[] = [];
  const on = surroundingsOf(context);
  while (!context.interrupted.aborted) {
    const { saved, done } = memory.salvage(on, all, deleteSaved);
    if (done) break;
    if (saved !== null) copies.push(saved);
    await sleep(0);
  }
  return copies;
}

/** Whether the memory has every turn of a copy, as far as is known. */
export function isSaved({ expected, held }: SavedOutcome): boolean {
  return expected !== undefined && held >= expected;
}

/** Renders how many turns were saved: `30 of at least 32 turns`. */
export function saved(outcome: SavedOutcome): string {
  const { held, expected, isLeast, found } = outcome;
  if (expected === undefined) return `${grouped(found)} of an unknown number of turns`;
  return `${grouped(held)} of ${isLeast ? 'at least ' : ''}${counted(expected, 'turn')}`;
}
