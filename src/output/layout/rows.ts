/** How much fits on a terminal, so that the head of a list stays in sight. */

import type { Output } from '../../process/context.ts';

const ROWS_UNKNOWN = 24;

/** Returns the rows of a terminal above the prompt of the shell; infinite where there is none. */
export function rowsOf({ isTTY, rows }: Output): number {
  return isTTY ? (rows || ROWS_UNKNOWN) - 1 : Number.POSITIVE_INFINITY;
}

/** Returns how many of `most` lines to list, where `others` stand below them. */
export function linesThatFit(most: number, others: number, output: Output): number {
  return Math.max(1, Math.min(most, rowsOf(output) - others));
}

/** Returns the largest number up to `most` for which a text fits, at least 1. */
export function fitting(most: number, textOf: (count: number) => string, output: Output): number {
  const rows = rowsOf(output);
  const fits = (count: number) => textOf(count).split('\n').length - 1 <= rows;
  let count = most;
  while (count > 1 && !fits(count)) count -= 1;
  return count;
}
