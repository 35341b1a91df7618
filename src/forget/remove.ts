/** Removes turns and notes for good, and proves that nothing is left of them. */

import type { CleanedBackups, Memory, Proof } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { isInterrupted } from '../process/interruption.ts';
import type { Progress } from '../process/watch.ts';
import { counted } from '../text/numbers.ts';

/** What is known after a removal. */
export interface Removed {
  /** The backups that were cleaned, and those that were not. */
  readonly cleaned: CleanedBackups;
  /** Undefined if a Ctrl-C came before it. */
  readonly proof: Proof | undefined;
}

/**
 * Removes turns and notes by their uuids. Requires the lock. A Ctrl-C before anything was changed
 * leaves all as it is: then it returns undefined. Later it does not stop the removal: it leaves the
 * backups to later commands, and the proof undone.
 */
export async function removeProved(
  memory: Memory,
  ids: readonly string[],
  context: Context,
  line: Progress,
): Promise<Removed | undefined> {
  line.show('Reading what to look for afterwards');
  while (true) {
    const stopped = await isInterrupted(context);
    const removal = memory.removeTurns([...ids], +context.now(), stopped);
    const { next, interrupted, cleaned, proof } = removal;
    if (next === 'done') return interrupted ? undefined : { cleaned, proof: proof ?? undefined };
    if (next === 'note') line.show(`Removing ${counted(ids.length, 'turn')}`);
    if (next === 'proof') line.show('Looking for what is left');
  }
}

/** Whether everything was searched, and nothing was found. */
export function isClean({ found, unchecked }: Proof): boolean {
  return found.length === 0 && unchecked.length === 0;
}

/** Whether nothing is left anywhere. */
export function isProved({ cleaned, proof }: Removed): boolean {
  return cleaned.left.length === 0 && proof !== undefined && isClean(proof);
}
