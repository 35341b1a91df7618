/** Random choices that a seed repeats. */

import { createHash } from 'node:crypto';

/** Returns choices that depend on nothing but the seed, any text. */
export function randomOf(seed) {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  /** At least 0 and below 1 (mulberry32). */
  const share = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  /** A whole number below `end`. */
  const below = (end) => Math.floor(share() * end);
  const oneOf = (items) => items[below(items.length)];
  return { share, below, oneOf, chance: (probability) => share() < probability };
}
