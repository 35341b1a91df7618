/** The width of a text on a terminal, and texts cut to a width. Colours take no column. Pure. */

import cliTruncate from 'cli-truncate';
import stringWidth from 'string-width';

/** Returns the columns that a text takes: two for a wide character, none for colour. */
export function visibleWidth(text: string): number {
  return stringWidth(text);
}

/** Returns a one-line text that takes at most `width` columns; `…` stands for the rest. */
export function cut(text: string, width: number): string {
  if (!Number.isFinite(width) || visibleWidth(text) <= width) return text;
  return truncated(text, width, 'end');
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

/** Pads a text to a width, at its end or at its start. */
export function pad(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const space = ' '.repeat(Math.max(0, width - visibleWidth(text)));
  return align === 'left' ? text + space : space + text;
}
