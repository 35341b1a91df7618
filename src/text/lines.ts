/** Makes stored text safe for a terminal: it is untrusted and must not control it. Pure. */

import { printable } from './numbers.ts';

/** Returns a text on one line, truncated to a length. */
export function oneLine(text: string, charsMax = Number.POSITIVE_INFINITY): string {
  const line = printable(text.replace(/\s+/g, ' ').trim());
  if (line.length <= charsMax) return line;
  // Never cuts inside a surrogate pair.
  return `${line.slice(0, charsMax - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

const TYPED_CHARS_MAX = 200;

/** Returns what was typed, as an answer repeats it: its end may be far away. */
export function typedLine(text: string): string {
  return oneLine(text, TYPED_CHARS_MAX);
}

/** Returns the lines of a text, without leading and trailing empty ones. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\r|\n/);
  const first = lines.findIndex((line) => line.trim() !== '');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  if (first < 0) return [];
  return lines
    .slice(first, last + 1)
    .map((line) => printable(line.replaceAll('\t', '    ').trimEnd()));
}

/** Returns the lines, each indented; empty ones stay empty. */
export function indented(lines: readonly string[], by: string): string[] {
  return lines.map((line) => (line === '' ? '' : `${by}${line}`));
}

/** Returns enough of an id to find it again. */
export function shortId(id: string): string {
  // A line without a uuid has the id `line-` plus its hash; `ses_` is followed by a time in twelve
  // digits, whose first ones many sessions share.
  return printable((/^(?:line-|ses_.{0,4})?.{0,8}/su.exec(id)?.[0] ?? '').replace(/\s+/g, ' '));
}
