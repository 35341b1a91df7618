/** The width of a text on a terminal, and texts cut to a width. Colours take no column. Pure. */

import { stripVTControlCharacters } from 'node:util';
import cliTruncate from 'cli-truncate';
import stringWidth from 'string-width';

/** Returns the columns that a text takes: two for a wide character, none for colour. */
export function visibleWidth(text: string): number {
  const bare = stripVTControlCharacters(text);
  return NARROW.test(bare) ? bare.length : stringWidth(text);
}

/** One column for each character. Most text is like this, and measured much faster. */
const NARROW = /^[ -~¡-¬®-ʯ–—‘’“”…─│❯]*$/;

/** Returns a one-line text that takes at most `width` columns; `…` stands for the rest. */
export function cut(text: string, width: number): string {
  if (!Number.isFinite(width)) return text;
  if (NARROW.test(text)) return cutNarrow(text, width);
  return visibleWidth(text) <= width ? text : truncated(text, width, 'end');
}

function cutNarrow(text: string, width: number): string {
  if (text.length <= width) return text;
  return width < 1 ? '' : `${text.slice(0, width - 1)}…`;
}

/** Words that are useless before an ellipsis. */
const OPENING =
  /(?:[\s([{"'`–—-]+(?:an?|the|and|or|of|to|in|on|at|by|for|with|that|which|is|are|was|if|when|whenever|because|so|as|it)?)+$/i;

/** Returns a one-line text cut behind a word that can end a line; `…` stands for the rest. */
export function cutAtWord(text: string, width: number): string {
  if (!Number.isFinite(width) || visibleWidth(text) <= width) return text;
  const bare = stripVTControlCharacters(text);
  const [first = ''] = [cut(bare, width).replace(/…$/, '')];
  const whole = /\s/.test(bare.charAt(first.length)) ? first : first.replace(/\s+\S*$/, '');
  const end = visibleWidth(whole.replace(OPENING, ''));
  // A long word, or a text without spaces, is cut anywhere.
  return end < width / 2 ? cut(text, width) : cut(text, end + 1);
}

/** Returns a path cut at its start, because its end says most: `…/output/hits.ts`. */
export function cutPath(path: string, width: number): string {
  if (!Number.isFinite(width) || visibleWidth(path) <= width) return path;
  const whole = path.match(/[/\\][^/\\]*/g) ?? [];
  let end = '';
  for (const part of whole.reverse()) {
    if (visibleWidth(part + end) + 1 > width) break;
    end = part + end;
  }
  return end === '' ? truncated(path, width, 'start') : `…${end}`;
}

/** The library counts some rare wide characters as narrow: it may have to cut more. */
function truncated(text: string, width: number, position: 'start' | 'end'): string {
  for (let room = width; room > 0; room -= 1) {
    const line = cliTruncate(text, room, { position });
    if (visibleWidth(line) <= width) return line;
  }
  return '';
}

/** Returns one line with `right` at its right edge; what does not fit is cut from `left`. */
export function spread(left: string, right: string, width: number): string {
  if (right === '' || !Number.isFinite(width))
    return cut([left, right].filter(Boolean).join('  '), width);
  const room = width - visibleWidth(right) - 2;
  return cut(`${pad(cut(left, room), room)}  ${right}`, width);
}

/** Pads a text to a width, at its end or at its start. */
export function pad(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  if (!Number.isFinite(width)) return text;
  const space = ' '.repeat(Math.max(0, width - visibleWidth(text)));
  return align === 'left' ? text + space : space + text;
}
