/** Aligned columns, one line a row. Pure. */

import { cut, cutPath, pad, visibleWidth } from './width.ts';

export interface Column {
  readonly align?: 'left' | 'right';
  /** The column that is cut where a row is too wide; the others keep their width. */
  readonly flexible?: boolean;
  /** Where it is cut: the end of a path says most. */
  readonly cutFrom?: 'start';
  /** Cells wider than this are cut, however wide the terminal is. */
  readonly widthMax?: number;
  /** The column is left out where the terminal is narrower than this. */
  readonly from?: number;
}

const GAP = '  ';

/** Even in a narrow terminal the flexible column shows this much. */
const FLEXIBLE_COLUMNS_MIN = 8;

/**
 * Returns one line for each row: cells are aligned, and the flexible column takes what the others
 * leave of `width`. What is still too wide is cut at its end. An empty column takes no room.
 */
export function table(
  allCells: readonly (readonly string[])[],
  allColumns: readonly Column[],
  width: number,
): string[] {
  const isShown = (_: unknown, index: number) =>
    (allColumns[index]?.from ?? 0) <= width && allCells.some((row) => (row[index] ?? '') !== '');
  const columns = allColumns.filter(isShown);
  const rows = allCells.map((row) => row.filter(isShown));
  const widths = widthsOf(rows, columns, width);
  return rows.map((row) => {
    const cells = columns.map(({ align, cutFrom }, index) => {
      const room = widths[index] ?? 0;
      const shorten = cutFrom === 'start' ? cutPath : cut;
      return pad(shorten(row[index] ?? '', room), room, align);
    });
    return cut(cells.join(GAP).trimEnd(), width);
  });
}

/** Returns the columns that these cells leave beside them for one more column. */
export function roomBeside(
  rows: readonly (readonly string[])[],
  columns: readonly Column[],
  width: number,
): number {
  if (!Number.isFinite(width)) return width;
  const widths = columns.map(({ from = 0, widthMax = Number.POSITIVE_INFINITY }, index) => {
    if (from > width) return 0;
    return Math.min(widthMax, Math.max(0, ...rows.map((row) => visibleWidth(row[index] ?? ''))));
  });
  const shown = widths.filter((each) => each > 0);
  const used = shown.reduce((sum, each) => sum + each + GAP.length, 0);
  return Math.max(FLEXIBLE_COLUMNS_MIN, width - used);
}

function widthsOf(
  rows: readonly (readonly string[])[],
  columns: readonly Column[],
  width: number,
): number[] {
  const natural = columns.map(({ align, widthMax = Number.POSITIVE_INFINITY }, index) => {
    // There is nothing behind the last column: in a pipe, its texts need not be measured.
    const isOpen = index === columns.length - 1 && align !== 'right' && !Number.isFinite(width);
    if (isOpen) return widthMax;
    return Math.min(widthMax, Math.max(0, ...rows.map((row) => visibleWidth(row[index] ?? ''))));
  });
  const flexible = columns.findIndex((column) => column.flexible === true);
  if (flexible < 0 || !Number.isFinite(width)) return natural;
  const others = natural.reduce((sum, each, index) => sum + (index === flexible ? 0 : each), 0);
  const left = width - others - GAP.length * (columns.length - 1);
  return natural.map((each, index) =>
    index === flexible ? Math.min(each, Math.max(FLEXIBLE_COLUMNS_MIN, left)) : each,
  );
}
