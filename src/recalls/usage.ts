/**
 * Whether an answer used what was added to its prompt, as far as its words show it. A weak sign: an
 * agent finds such words in the code too, and may use a fact without them. Pure.
 */

import type { UsedLine } from '../memory.ts';

/** A single rare word recurs by chance too often. */
export const USED_WORDS_MIN = 2;

/** `unknown`: the answer is not complete, or what was added has too few rare words to know. */
export type Usage = 'used' | 'unused' | 'unknown';

export function usageOf(used: UsedLine | undefined): Usage {
  if (used === undefined || used.brought < USED_WORDS_MIN) return 'unknown';
  return used.used >= USED_WORDS_MIN ? 'used' : 'unused';
}
