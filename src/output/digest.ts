/** Renders digests of sessions. Pure. */

import type { Digest } from '../memory.ts';
import type { WithGist } from '../operations/digest.ts';
import { oneLine } from '../text/lines.ts';
import type { Page } from './layout/page.ts';
import { visibleWidth } from './layout/width.ts';
import { type Field, fields } from './layout/wrap.ts';

/** Renders a digest as rows of a label and a text; each label stands once. Empty if nothing is known. */
export function digestLines({ lines }: Pick<Digest, 'lines'>, page: Page): string[] {
  const rows = lines.map(({ part, text }, index): Field => {
    const isFirst = lines[index - 1]?.part !== part;
    return [isFirst ? part : '', oneLine(text)];
  });
  return fields(rows, page);
}

/** What stands before it in a list. */
const OTHER_COLUMNS = 48;
/** The share of the room that a request may take beside how it ended. */
const REQUEST_SHARE = 0.6;

/**
 * Returns what was asked and how it ended, on one line; the first prompt where no request is known.
 * Empty if there is no prompt either.
 */
export function gistText(
  { asked, ended, prompt }: WithGist & { readonly prompt: string },
  { width, paint }: Pick<Page, 'width' | 'paint'>,
): string {
  const request = oneLine(asked ?? prompt, width);
  if (ended === null) return request;
  const end = paint.dim(`→ ${oneLine(ended, width)}`);
  if (request === '') return end;
  // A request that must be cut stands alone: two cuts on a line say little.
  const room = (width - OTHER_COLUMNS) * REQUEST_SHARE;
  return visibleWidth(request) <= room ? `${request} ${end}` : request;
}
