/** `mementor recap`: what was done since a time, by day and project. */

import { declared, option } from '../command-line/command.ts';
import { type Json, json, noHeadless, where } from '../command-line/options.ts';
import { type RecapOptions, recap } from '../operations/recap.ts';
import { printAnswer } from '../output/answer.ts';
import type { Page } from '../output/layout/page.ts';
import { renderNoRecap, renderRecap, wrappedMarkdown } from '../output/recap.ts';
import type { Context, ExitCode } from '../process/context.ts';

export const command = declared({
  description: 'What was done, decided and left open, as Markdown',
  options: [
    ...where('recap'),
    option('--since <time>', 'since then: a date, `yesterday`, `3d`, `2w`, …', { fallback: '7d' }),
    noHeadless(),
    json(),
  ],
  examples: ['mementor recap', 'mementor recap --since 1d --all-projects'],
  goesOnWith: ['unreadable settings'],
  run,
});

export async function run(options: RecapOptions & Json, context: Context): Promise<ExitCode> {
  const answer = await recap(options, context);
  const isEmpty = answer.days.length === 0;
  const printed = {
    document: answer.document,
    text: ({ width }: Page) => wrappedMarkdown(renderRecap(answer), width),
    nothing: isEmpty && (({ paint }: Page) => renderNoRecap(answer, options, paint)),
  };
  return printAnswer(printed, options, context);
}
