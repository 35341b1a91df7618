/** Renders digests of sessions. Pure. */

import type { WithGist } from '../answers/digest.ts';
import type { Digest } from '../memory.ts';
import { oneLine } from '../text/lines.ts';
import type { Page } from './layout/page.ts';
import { cut } from './layout/width.ts';
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
/** In less room than this, only the request is shown. */
const BOTH_COLUMNS_MIN = 60;

/**
 * Returns what was asked and how it ended, on one line; the first prompt where no request is known.
 * Empty if there is no prompt either.
 */
export function gistText(
  { asked, ended, prompt }: WithGist & { readonly prompt: string },
  { width, paint }: Pick<Page, 'width' | 'paint'>,
): string {
  const request = oneLine(asked ?? prompt, width);
  const room = width - OTHER_COLUMNS;
  if (ended === undefined || (request !== '' && room < BOTH_COLUMNS_MIN)) return request;
  const end = paint.dim(`→ ${oneLine(ended, width)}`);
  return request === '' ? end : `${cut(request, Math.floor(room / 2))} ${end}`;
}
