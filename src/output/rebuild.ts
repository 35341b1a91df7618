/** Renders what was derived again. Pure. */

import type { RebuildDocument } from '../answers/rebuild.ts';
import { counted, countedTurns } from '../text/numbers.ts';

export function renderRebuilt(document: RebuildDocument): string {
  const { interrupted, turns, agentTurns, chunks, embedded, dropped } = document;
  if (interrupted) return INTERRUPTED;
  const derived = `Derived ${countedTurns(turns, agentTurns)} (${counted(chunks, 'chunk')}) again, embedded ${counted(embedded, 'chunk')}.\n`;
  return dropped > 0
    ? `${derived}Dropped ${counted(dropped, 'vector')} of other models.\n`
    : derived;
}

const INTERRUPTED =
  'Interrupted; search goes on with what was derived before. It is derived further in the background, or by `mementor ingest`.\n';
