/** `mementor recap`: what was done since a time, by day and project. */

import { declared, option } from '../command-line/command.ts';
import { json, noHeadless, where } from '../command-line/options.ts';
import { type RecapOptions, recap } from '../operations/recap.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import { renderNoRecap, renderRecap, wrappedMarkdown } from '../output/recap.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { style } from '../process/style.ts';

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

export async function run(
  options: RecapOptions & { readonly json: boolean },
  context: Context,
): Promise<ExitCode> {
  const answer = await recap(options, context);
  const isEmpty = answer.days.length === 0;
  if (options.json) printJson(answer.document, context);
  else if (isEmpty) {
    const paint = style(context.stderr, context.env);
    context.stderr.write(renderNoRecap(answer, options, paint));
  } else {
    const { width } = pageOf(context.stdout, context);
    context.stdout.write(wrappedMarkdown(renderRecap(answer), width));
  }
  return isEmpty ? 1 : 0;
}
