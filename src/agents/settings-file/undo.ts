/** The smallest edit that restores the previous text, and hashes that prove it does. */

import { createHash } from 'node:crypto';

export interface Undo {
  /** Where the two texts first differ, in UTF-16 units. */
  readonly offset: number;
  /** How many units were inserted. */
  readonly inserted: number;
  /** The text that was replaced. */
  readonly removed: string;
  /** SHA-256 of the file before; null if there was no file. */
  readonly before: string | null;
  /** SHA-256 of the file after. */
  readonly after: string;
}

/** Returns the edit that turns `after` back into `before`; `undefined` means no file. */
export function undoOf(before: string | undefined, after: string): Undo {
  const old = before ?? '';
  const limit = Math.min(old.length, after.length);
  let head = 0;
  while (head < limit && old[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < limit - head && old.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return {
    offset: head,
    inserted: after.length - head - tail,
    removed: old.slice(head, old.length - tail),
    before: before === undefined ? null : sha256(before),
    after: sha256(after),
  };
}

/** Returns the previous text, or no text for no file; undefined if the undo does not fit. */
export function revert(text: string, undo: Undo): { text: string | undefined } | undefined {
  if (sha256(text) !== undo.after) return undefined;
  if (undo.before === null) return { text: undefined };
  const { offset, inserted, removed } = undo;
  const restored = text.slice(0, offset) + removed + text.slice(offset + inserted);
  return sha256(restored) === undo.before ? { text: restored } : undefined;
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
