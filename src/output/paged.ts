/** Prints a text, in the user's pager if it is longer than the terminal. */

import type { Context, ExitCode } from '../process/context.ts';
import { inPager, isLonger, pagerOf } from '../process/pager.ts';
import { type Answer, printAnswer } from './answer.ts';
import { pageOf } from './layout/page.ts';
import { visibleWidth } from './layout/width.ts';

const ROWS_UNKNOWN = 24;

export interface Paging {
  /** Whether a pager may be used. */
  readonly pager: boolean;
  /** Whether it is used for a short text too. */
  readonly untilLeft: boolean;
}

export async function printPaged(
  text: string,
  { pager: isWanted, untilLeft }: Paging,
  context: Context,
): Promise<void> {
  const pager = isWanted && context.stdout.isTTY ? pagerOf(context) : undefined;
  const screen = {
    columns: pageOf(context.stdout, context).width,
    rows: context.stdout.rows || ROWS_UNKNOWN,
    widthOf: visibleWidth,
  };
  const isPaged = pager !== undefined && (untilLeft || isLonger(text, screen));
  if (isPaged && (await inPager(pager, text, { untilLeft }, context))) return;
  context.stdout.write(text);
  if (untilLeft) await context.ask?.('Press enter to go back. ');
}

/** Prints an answer as `printAnswer` does; a long text for people in the pager. */
export async function printPagedAnswer(
  answer: Answer,
  options: { readonly json: boolean },
  context: Context,
): Promise<ExitCode> {
  if (options.json || answer.nothing) return printAnswer(answer, options, context);
  const text = answer.text(pageOf(context.stdout, context));
  await printPaged(text, { pager: true, untilLeft: false }, context);
  return 0;
}
