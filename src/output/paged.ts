/** Prints a text, in the user's pager if it is longer than the terminal. */

import type { Context } from '../process/context.ts';
import { inPager, isLonger, pagerOf } from '../process/pager.ts';
import { pageOf } from './layout/page.ts';
import { visibleWidth } from './layout/width.ts';

const ROWS_UNKNOWN = 24;

export async function printPaged(text: string, wanted: boolean, context: Context): Promise<void> {
  const pager = wanted && context.stdout.isTTY ? pagerOf(context) : undefined;
  const screen = {
    columns: pageOf(context.stdout, context).width,
    rows: context.stdout.rows || ROWS_UNKNOWN,
    widthOf: visibleWidth,
  };
  if (pager !== undefined && isLonger(text, screen) && (await inPager(pager, text, context)))
    return;
  context.stdout.write(text);
}
