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

/** Ids that begin with a time: a UUID of version 6 or 7 with twelve digits, a ULID with ten. */
const OF_A_TIME =
  /^(?:[\da-f]{8}-[\da-f]{4}(?=-[67][\da-f]{3}-)|[0-7][\dA-HJKMNP-TV-Z]{9}(?=[\dA-HJKMNP-TV-Z]{16}$))/iu;

/** Returns enough of an id to find it again. */
export function shortId(id: string): string {
  // A line without a uuid has the id `line-` plus its hash; `ses_` is followed by a time in twelve
  // digits, whose first ones many sessions share.
  const short = OF_A_TIME.exec(id)?.[0] ?? /^(?:line-|ses_.{0,4})?.{0,8}/su.exec(id)?.[0] ?? '';
  return printable(short.replace(/\s+/g, ' '));
}

/** Returns the beginnings by which ids of a list are told apart: most are short ids. */
export function shortIds(ids: readonly string[]): ReadonlyMap<string, string> {
  const sorted = [...new Set(ids)].sort();
  const beginnings = sorted.map((id, at) => {
    const beside = [sorted[at - 1] ?? '', sorted[at + 1] ?? ''].map((other) => shared(id, other));
    const own = Math.max(...beside) + 1;
    const short = shortId(id);
    return [
      id,
      own > short.length ? printable(id.slice(0, own).replace(/\s+/g, ' ')) : short,
    ] as const;
  });
  return new Map(beginnings);
}

function shared(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}
