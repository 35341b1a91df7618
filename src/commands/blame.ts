/** `mementor blame`: the turns that changed a file, or made a piece of it what it is. */

import { argument, declared, option } from '../command-line/command.ts';
import { type Json, json, limit, upTo, where } from '../command-line/options.ts';
import { type BlameOptions, blame } from '../operations/work/blame.ts';
import type { Page } from '../output/layout/page.ts';
import { printPagedAnswer } from '../output/paged.ts';
import { renderBlame, renderNoBlame } from '../output/work/blame.ts';
import type { Context, ExitCode } from '../process/context.ts';

export const command = declared({
  description: 'Show the turns that changed a file or a function, and the prompts that led there',
  arguments: [
    argument('<file>', 'a file, `file:12` for a line of it, or `file:name` for what that defines', {
      as: 'target',
    }),
  ],
  options: [
    limit('show at most this many turns', 1_000, 5),
    ...where('ask'),
    json(),
    'What was there before',
    option('--text [number]', 'print the text that this change replaced; alone: list the changes', {
      parse: upTo(1_000_000),
    }),
    option('--whole', 'with `--text`: the whole file before that change, where that is known'),
    option('--to <path>', 'with `--text`: write to this new file instead of printing'),
  ],
  examples: [
    'mementor blame src/db.rs',
    'mementor blame src/db.rs:12',
    'mementor blame src/db.rs:Store.open',
    'mementor blame src/db.rs --text',
    'mementor blame src/db.rs --text 1 --whole --to old.rs',
  ],
  goesOnWith: ['unreadable settings'],
  run: async ({ text, whole, to, ...options }: Options, context, refuse) => {
    if (text === undefined) {
      if (whole || to !== undefined)
        refuse(`option '${whole ? '--whole' : '--to'}' needs '--text'`);
      return await run(options, context);
    }
    const { recoverText } = await import('./blame-text.ts');
    const number = text === true ? undefined : text;
    return await recoverText({ ...options, file: options.target, number, whole, to }, context);
  },
});

interface Options extends BlameOptions, Json {
  /** True without a number. */
  readonly text: number | true | undefined;
  readonly whole: boolean;
  readonly to: string | undefined;
}

export async function run(
  options: BlameOptions & { readonly json: boolean },
  context: Context,
): Promise<ExitCode> {
  const found = await blame(options, context);
  const isEmpty = found.touches.length === 0;
  const answer = {
    document: found.document,
    text: (page: Page) => renderBlame(found, page),
    nothing: isEmpty && ((page: Page) => renderNoBlame(found, options, page)),
  };
  return await printPagedAnswer(answer, options, context);
}
