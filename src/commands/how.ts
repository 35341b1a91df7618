/** `mementor how`: the commands that worked here for something. */

import { declared, text } from '../command-line/command.ts';
import { type Json, json, where } from '../command-line/options.ts';
import { type HowOptions, how } from '../operations/work/how.ts';
import { printAnswer } from '../output/answer.ts';
import type { Page } from '../output/layout/page.ts';
import { renderNoWay, renderWays } from '../output/work/how.ts';
import { renderLessons } from '../output/work/lessons.ts';
import type { Context, ExitCode } from '../process/context.ts';

export const command = declared({
  description: 'Show the commands that worked here for something, and the options used',
  arguments: [text('<words...>', 'what to do, such as `run one test`')],
  options: [...where('ask'), json()],
  examples: [
    'mementor how run one test',
    'mementor how gh pr create',
    'mementor how deploy --all-projects',
  ],
  goesOnWith: ['unreadable settings'],
  run,
});

export async function run(options: HowOptions & Json, context: Context): Promise<ExitCode> {
  const { ways, lessons, document } = await how(options, context);
  const isEmpty = [ways.commands, lessons].every((each) => each.length === 0) && ways.used === null;
  const answer = {
    document,
    text: (page: Page) => renderLessons(lessons, page) + renderWays(ways, page),
    nothing: isEmpty && ((page: Page) => renderNoWay(ways, options, page)),
  };
  return printAnswer(answer, options, context);
}
