/** Excerpts in documents: a text, and the ranges of its matched words. */

import type { Piece } from '../memory.ts';

/** Returns an excerpt; a range has a start and an end in UTF-16 units. */
export function excerptOf(pieces: readonly Piece[]): object {
  const matches: [number, number][] = [];
  let text = '';
  for (const piece of pieces) {
    if (piece.matched) matches.push([text.length, text.length + piece.text.length]);
    text += piece.text;
  }
  return { text, matches };
}
