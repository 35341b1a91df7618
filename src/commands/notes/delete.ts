/** `mementor notes delete`: deletes notes so that no byte is left, and proves it. */

import { declared, option } from '../../command-line/command.ts';
import {
  type Json,
  json as jsonOption,
  noteIds,
  yes as yesOption,
} from '../../command-line/options.ts';
import { homeOf } from '../../home/paths.ts';
import type { Note } from '../../memory.ts';
import {
  forget,
  forgetDocument,
  isGone,
  isStopped,
  NO_PLAN,
  type Outcome,
  planForget,
  unchanged,
} from '../../operations/forget.ts';
import { showNote } from '../../operations/notes/list.ts';
import { printAnswer } from '../../output/answer.ts';
import { planText, renderForgotten } from '../../output/forget.ts';
import { type Page, pageOf } from '../../output/layout/page.ts';
import { terminalWatch } from '../../output/terminal-watch.ts';
import { confirm } from '../../process/confirm.ts';
import type { Context, ExitCode } from '../../process/context.ts';

export const command = declared({
  description: 'Delete notes for good: no byte is left, and they do not come back',
  arguments: [noteIds],
  options: [
    option('--dry-run', 'show what would go and change nothing'),
    yesOption(),
    jsonOption(),
  ],
  examples: ['mementor notes delete 4fe1c2a0 --dry-run'],
  run,
});

export interface DeleteOptions extends Json {
  readonly ids: readonly string[];
  readonly yes: boolean;
  readonly dryRun: boolean;
}

export async function run(options: DeleteOptions, context: Context): Promise<ExitCode> {
  const notes: Note[] = [];
  for (const id of options.ids) notes.push(await showNote(id, context));
  const outcome = await carryOut(notes, options, context);
  const text = (page: Page) => renderForgotten(outcome, homeOf(context), page);
  printAnswer({ document: forgetDocument(outcome), text }, options, context);
  if (isStopped(outcome)) return 130;
  return outcome.done === 'shown' || isGone(outcome) ? 0 : 1;
}

async function carryOut(
  notes: readonly Note[],
  { dryRun, yes, json }: DeleteOptions,
  context: Context,
): Promise<Outcome> {
  const watch = terminalWatch(context);
  const line = watch.progress();
  const ids = notes.map(({ id }) => id);
  const nothing = { containing: undefined, filters: {}, project: undefined, everything: true };
  const plan = (await planForget({ ids, ...nothing }, context, line)) ?? NO_PLAN;
  if (context.interrupted.aborted) return unchanged(plan, 'interrupted');
  if (dryRun) return unchanged(plan, 'shown');
  const about = () => planText(plan, pageOf(context.stderr, context));
  const question = 'Delete for good?';
  if (await confirm({ question, about, yes, json }, context)) {
    return await forget(plan, context, watch, line);
  }
  return unchanged(plan, context.interrupted.aborted ? 'interrupted' : 'declined');
}
