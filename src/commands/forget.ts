/** `mementor forget`: deletes turns permanently, after showing them. */

import {
  finishLast,
  forget,
  forgetDocument,
  isGone,
  type Outcome,
  type Selection,
  selected,
  unchanged,
} from '../answers/forget.ts';
import { homeOf } from '../home.ts';
import type { Selected } from '../memory.ts';
import { countOf, listOf, renderForgotten, renderNothingMeant } from '../output/forget.ts';
import { printJson } from '../output/json.ts';
import { style } from '../output/style.ts';
import { terminalWatch } from '../output/terminal-watch.ts';
import { confirm } from '../process/confirm.ts';
import type { Context, ExitCode } from '../process/context.ts';

export interface ForgetOptions extends Selection {
  readonly dryRun: boolean;
  readonly yes: boolean;
  readonly json: boolean;
}

export async function run(options: ForgetOptions, context: Context): Promise<ExitCode> {
  const turns = await selected(options, context);
  if (!options.dryRun) await finishLast(context, terminalWatch(context));
  const outcome = await carryOut(turns, options, context);
  if (outcome === undefined) return 130;
  if (options.json) printJson(forgetDocument(outcome), context);
  else print(outcome, context);
  return outcome.done === 'shown' || isGone(outcome) ? 0 : 1;
}

/** Returns undefined if the user interrupted it before anything was changed. */
async function carryOut(
  turns: readonly Selected[],
  options: ForgetOptions,
  context: Context,
): Promise<Outcome | undefined> {
  if (turns.length === 0) return unchanged(turns, 'nothing');
  if (options.dryRun) return unchanged(turns, 'shown');
  const about = () => listOf(turns, style(context.stderr, context.env));
  const question = `Forget ${countOf(turns)} for good?`;
  const isWanted = await confirm({ question, about, ...options }, context);
  return isWanted
    ? await forget(turns, context, terminalWatch(context))
    : unchanged(turns, 'declined');
}

function print(outcome: Outcome, context: Context): void {
  if (outcome.done === 'nothing') {
    context.stderr.write(renderNothingMeant(style(context.stderr, context.env)));
    return;
  }
  const paint = style(context.stdout, context.env);
  context.stdout.write(renderForgotten(outcome, homeOf(context), paint));
}
