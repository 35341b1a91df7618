/** `mementor show`: shows a turn or a whole session, in a pager where it is long. */

import { argument, declared, option } from '../command-line/command.ts';
import { json } from '../command-line/options.ts';
import { type Asked, type ShowAnswer, show } from '../operations/show.ts';
import { printJson } from '../output/json.ts';
import { pageOf } from '../output/layout/page.ts';
import { relativeTime } from '../output/layout/when.ts';
import { printPaged } from '../output/paged.ts';
import { renderNothingShown, renderShown } from '../output/shown.ts';
import { renderMarkdown } from '../output/shown-markdown.ts';
import type { Context, ExitCode } from '../process/context.ts';
import { style } from '../process/style.ts';
import { keepList, lastList } from '../reports/last-list.ts';

export const command = declared({
  description: 'Show a turn or a whole session',
  arguments: [
    argument(
      '[id]',
      'its id, or the first four characters or more; or a number of the last list of hits',
      { names: 'id' },
    ),
  ],
  options: [
    option('--next', 'show the turn after it (without an id: after the one shown last)', {
      conflicts: ['previous'],
    }),
    option('--previous', 'show the turn before it'),
    option('--head', 'show when and where it was, what came of it, and each turn as one line'),
    option('--results', 'show what tools answered too, where it was kept'),
    option('--markdown', 'print it as Markdown, to share it'),
    option('--no-pager', 'print to the terminal, however long it is'),
    json(),
  ],
  examples: [
    'mementor show 8037c875',
    'mementor show 2',
    'mementor show --next',
    'mementor show 8037c875 --json | jq -r ".turns[].turn"',
  ],
  goesOnWith: ['misspelt keys', 'unreadable settings'],
  run: async ({ next, previous, ...options }: Options, context, refuse) => {
    const beside = next ? 'next' : previous ? 'previous' : undefined;
    if (options.id === undefined && beside === undefined) refuse("missing required argument 'id'");
    return await run({ ...options, beside }, context);
  },
});

interface Options extends ShowOptions {
  readonly next: boolean;
  readonly previous: boolean;
}

export interface ShowOptions extends Asked {
  /** Shows the facts, and each turn as one line. */
  readonly head?: boolean;
  /** Shows what tools answered, where it was kept. */
  readonly results?: boolean;
  /** Prints Markdown, never in a pager. */
  readonly markdown?: boolean;
  /** Uses a pager for long output on a terminal. */
  readonly pager?: boolean;
  /** Waits until the user leaves, however short it is: the screen is cleared afterwards. */
  readonly untilLeft?: boolean;
  readonly json: boolean;
}

export async function run(options: ShowOptions, context: Context): Promise<ExitCode> {
  const answer = await show(options, context);
  const { document, shown } = answer;
  if (options.json) printJson(document, context);
  else if (shown === undefined) {
    const paint = style(context.stderr, context.env);
    context.stderr.write(renderNothingShown(document.id, answer.note, paint));
  } else if (options.markdown) {
    context.stdout.write(renderMarkdown(shown, { results: options.results === true }));
  } else await print(answer, options, context);
  return shown === undefined ? 1 : 0;
}

async function print(
  { shown, place }: ShowAnswer,
  { head = false, results = false, pager = true, untilLeft = false }: ShowOptions,
  context: Context,
): Promise<void> {
  if (shown === undefined) return;
  const page = pageOf(context.stdout, context);
  const where =
    place === undefined
      ? undefined
      : `hit ${place.number} of ${place.of}, listed ${relativeTime(place.atMs, page.nowMs)}`;
  await printPaged(
    renderShown(shown, { head, results, place: where }, page),
    { pager, untilLeft },
    context,
  );
  if (shown.kind !== 'turn') return;
  const list = lastList(context) ?? { atMs: page.nowMs, turns: [] };
  keepList({ ...list, shown: shown.id }, context);
}
