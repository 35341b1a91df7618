/** The names that a misspelt one may be meant as. Pure. */

import { distance } from './distance.ts';

/** A third of the letters may be wrong. */
const LETTERS_PER_ERROR = 3;

/** Returns the names that a word may be a misspelling of. */
export function nearestOf(word: string, names: readonly string[]): string[] {
  const far = (name: string) => distance(word.toLowerCase(), name.toLowerCase());
  const errorsMax = Math.max(1, Math.floor(word.length / LETTERS_PER_ERROR));
  const nearest = Math.min(errorsMax, ...names.map(far));
  return names.filter((name) => far(name) === nearest);
}
