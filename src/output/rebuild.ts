/** Renders what was rebuilt. Pure. */

import type { RebuildDocument } from '../answers/rebuild.ts';
import { counted, countedTurns } from '../text/numbers.ts';

export function renderRebuilt(document: RebuildDocument): string {
  const { interrupted, turns, agentTurns, chunks, embedded, dropped } = document;
  if (interrupted) return INTERRUPTED;
  const made = embedded > 0 ? ` Made ${counted(embedded, 'passage')} searchable by meaning.` : '';
  const rebuilt = `Rebuilt the indexes of ${countedTurns(turns, agentTurns)} (${counted(chunks, 'passage')}).${made}\n`;
  return dropped > 0
    ? `${rebuilt}Dropped ${counted(dropped, 'vector')} of other models.\n`
    : rebuilt;
}

const INTERRUPTED =
  'Interrupted. Searching keeps using the old indexes; the new ones are finished in the background, or by `mementor ingest`.\n';
