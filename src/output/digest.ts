/** Renders digests of sessions. Pure. */

import type { Digest, ListedSession } from '../memory.ts';
import { oneLine } from '../text/lines.ts';
import type { Page } from './layout/page.ts';
import { cut, visibleWidth } from './layout/width.ts';
import { type Field, fields } from './layout/wrap.ts';

/** Renders a digest as rows of a label and a text; each label once. Empty if nothing is known. */
export function digestLines({ lines }: Pick<Digest, 'lines'>, page: Page): string[] {
  const rows = lines.map(({ part, text }, index): Field => {
    const isFirst = lines[index - 1]?.part !== part;
    return [isFirst ? part : '', oneLine(text)];
  });
  return fields(rows, page);
}

/** Stands between a title and how it ended. */
const ARROW = ' → ';

/**
 * Returns the title of a session and how it ended, on one line of `room` columns. Where both do not
 * fit, each has half of it, or what the other leaves. Empty if nothing is known.
 */
export function gistText(
  { title, ended }: Pick<ListedSession, 'title' | 'ended'>,
  room: number,
  { paint }: Pick<Page, 'paint'>,
) {
  const called = oneLine(title, room);
  if (ended === null || room < ENDING_FROM_COLUMNS) return cut(called, room);
  const end = oneLine(ended, room);
  if (called === '') return paint.dim(cut(`→ ${end}`, room));
  const left = room - ARROW.length;
  const start = cut(called, Math.max(Math.floor(left / 2), left - visibleWidth(end)));
  return start + paint.dim(ARROW + cut(end, left - visibleWidth(start)));
}

/** In less room, two cut texts say less than one. */
const ENDING_FROM_COLUMNS = 30;
