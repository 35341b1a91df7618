/** `mementor how`: the commands that worked here for something. */

import { declared, text } from '../command-line/command.ts';
import { json, where } from '../command-line/options.ts';
import { type HowOptions, how } from '../operations/work/how.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
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

export async function run(
  options: HowOptions & { readonly json: boolean },
  context: Context,
): Promise<ExitCode> {
  const { ways, lessons, document } = await how(options, context);
  const isEmpty = [ways.commands, lessons].every((each) => each.length === 0) && ways.used === null;
  if (options.json) printJson(document, context);
  else if (isEmpty)
    context.stderr.write(renderNoWay(ways, options, pageOf(context.stderr, context)));
  else {
    const page = pageOf(context.stdout, context);
    context.stdout.write(renderLessons(lessons, page) + renderWays(ways, page));
  }
  return isEmpty ? 1 : 0;
}
