/** Tables in Markdown, and numbers as they stand in them. */

/** Returns rows, the first one the head, as a table that reads well as plain text too. */
export function table([head, ...rows]) {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at].length)));
  const line = (row) => {
    const cells = row.map((cell, at) =>
      at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]),
    );
    return `| ${cells.join(' | ')} |`;
  };
  const rule = widths.map((width, at) =>
    at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

/** Returns a number with three digits that count. */
export function digits(value) {
  if (value >= 100) return Math.round(value).toLocaleString('en-US');
  return Number(value.toPrecision(3)).toString();
}

/** Returns bytes in megabytes. */
export function megabytes(bytes) {
  return digits(bytes / 1e6);
}

/** Returns a count of chunks as people say it. */
export function count(value) {
  if (value >= 1e6) return `${value / 1e6} M`;
  return value >= 1e3 ? `${value / 1e3} k` : String(value);
}
