/** Marks as scripts read them: their field names are stable. */

import type { Mark } from '../memory.ts';
import { isoOf } from '../text/numbers.ts';

export function marksDocument(marks: readonly Mark[]) {
  return marks.map(({ kind, turn, atMs, files, said }) => ({
    kind,
    /** The later turn that shows it; of several the last. */
    turn,
    at: isoOf(atMs),
    files,
    said: said ?? null,
  }));
}
