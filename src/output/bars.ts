/** Small plots of Unicode blocks. Pure. */

const EIGHTHS_ACROSS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const EIGHTHS_UP = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** Returns a bar as long as a value's share of the largest one; any value above 0 is visible. */
export function bar(value: number, largest: number, width: number): string {
  const share = largest > 0 ? value / largest : 0;
  const eighths = Math.max(value > 0 ? 1 : 0, Math.round(share * width * 8));
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS_ACROSS[eighths % 8] ?? '');
}

/**
 * Returns the lines of a chart of upright bars, the top line first. Each bar is `barWidth` columns
 * wide; any value above 0 is visible.
 */
export function columnChart(
  values: readonly number[],
  { height, barWidth }: { readonly height: number; readonly barWidth: number },
): string[] {
  const largest = Math.max(0, ...values);
  const eighths = values.map((value) =>
    Math.max(value > 0 ? 1 : 0, largest > 0 ? Math.round((value / largest) * height * 8) : 0),
  );
  return Array.from({ length: height }, (_, row) => {
    const below = (height - 1 - row) * 8;
    const cells = eighths.map((each) => EIGHTHS_UP[Math.min(8, Math.max(0, each - below))] ?? ' ');
    return cells
      .map((cell) => cell.repeat(barWidth))
      .join('')
      .trimEnd();
  });
}
