/** Aligned columns, one line a row. Pure. */

import { cut, pad, visibleWidth } from './width.ts';

export interface Column {
  readonly align?: 'left' | 'right';
  /** The column that is cut where a row is too wide; the others keep their width. */
  readonly flexible?: boolean;
  /** Cells wider than this are cut, however wide the terminal is. */
  readonly widthMax?: number;
}

const GAP = '  ';

/** Even in a narrow terminal the flexible column shows this much. */
const FLEXIBLE_COLUMNS_MIN = 8;

/**
 * Returns one line for each row: cells are aligned, and the flexible column takes what the others
 * leave of `width`. What is still too wide is cut at its end.
 */
export function table(
  rows: readonly (readonly string[])[],
  columns: readonly Column[],
  width: number,
): string[] {
  const widths = widthsOf(rows, columns, width);
  return rows.map((row) => {
    const cells = columns.map(({ align }, index) => {
      const room = widths[index] ?? 0;
      return pad(cut(row[index] ?? '', room), room, align);
    });
    return cut(cells.join(GAP).trimEnd(), width);
  });
}

function widthsOf(
  rows: readonly (readonly string[])[],
  columns: readonly Column[],
  width: number,
): number[] {
  const natural = columns.map(({ widthMax = Number.POSITIVE_INFINITY }, index) =>
    Math.min(widthMax, Math.max(0, ...rows.map((row) => visibleWidth(row[index] ?? '')))),
  );
  const flexible = columns.findIndex((column) => column.flexible === true);
  if (flexible < 0) return natural;
  const others = natural.reduce((sum, each, index) => sum + (index === flexible ? 0 : each), 0);
  const left = width - others - GAP.length * (columns.length - 1);
  return natural.map((each, index) =>
    index === flexible ? Math.min(each, Math.max(FLEXIBLE_COLUMNS_MIN, left)) : each,
  );
}
