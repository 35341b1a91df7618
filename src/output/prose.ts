/** Wraps Markdown for a terminal: words stay whole, lists hang, code stays as it is. Pure. */

import { hanging } from './layout/wrap.ts';

const FENCE = /^\s*(```|~~~)/;
/** What continuation lines are indented by: space, marks of lists, of quotes. */
const LEAD = /^(\s*(?:(?:[-*+]|\d{1,3}[.)]|>)\s+)*)(.*)$/s;

/** A mark deeper than this leaves no room for the text. */
const LEAD_COLUMNS_MAX = 24;

/** Returns the lines, wrapped to a width. Code is not: it is to be copied. */
export function proseLines(lines: readonly string[], width: number): string[] {
  let fence: string | undefined;
  return lines.flatMap((line) => {
    const [, mark] = FENCE.exec(line) ?? [];
    const isCode = fence !== undefined || mark !== undefined;
    if (mark !== undefined) fence = fence === undefined ? mark : fence === mark ? undefined : fence;
    // A row of a table would lose its columns.
    return isCode || /^\s*\|/.test(line) ? [line] : wrappedLine(line, width);
  });
}

function wrappedLine(line: string, width: number): string[] {
  const [, lead = '', text = ''] = LEAD.exec(line) ?? [];
  if (text === '') return [line];
  return lead.length > LEAD_COLUMNS_MAX ? hanging('', line, width) : hanging(lead, text, width);
}
