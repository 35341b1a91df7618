/** Renders what was rebuilt. Pure. */

import type { RebuildDocument } from '../operations/rebuild.ts';
import { countedTurns } from '../text/numbers.ts';

export function renderRebuilt(document: RebuildDocument): string {
  const { interrupted, turns, agentTurns, embedded, dropped } = document;
  if (interrupted) return INTERRUPTED;
  const made = embedded > 0 ? ' Prepared for search by meaning.' : '';
  const rebuilt = `Rebuilt the indexes of ${countedTurns(turns, agentTurns)}.${made}\n`;
  return dropped > 0 ? `${rebuilt}Dropped what was prepared for other models.\n` : rebuilt;
}

const INTERRUPTED =
  'Interrupted. Searching keeps using the old indexes; the new ones are finished in the background, or by `mementor ingest`.\n';
