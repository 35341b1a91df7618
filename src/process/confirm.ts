/** Asks for confirmation before something that cannot be undone. */

import { MementorError } from '../errors/errors.ts';
import type { Context } from './context.ts';

export interface Confirmation {
  readonly question: string;
  /** What has to be typed instead of `y`, in any of these spellings: for what is hard to undo. */
  readonly typed?: readonly string[] | undefined;
  /** Details, shown before the question. */
  readonly about: () => string;
  /** The user gave `--yes`. */
  readonly yes: boolean;
  /** A script reads the output: do not ask. */
  readonly json: boolean;
}

/** Returns whether to continue; without a terminal, `--yes` is required. */
export async function confirm(asked: Confirmation, context: Context): Promise<boolean> {
  if (asked.yes) return true;
  if (context.ask === undefined || asked.json) {
    throw new MementorError(
      'NOT_CONFIRMED',
      'this cannot be undone, and this is not a terminal where I could ask',
      'add `--yes`, or look first with `--dry-run`',
    );
  }
  context.stderr.write(asked.about());
  const { question, typed } = asked;
  const shown = typed === undefined ? `${question} [y/N] ` : question;
  const answer = (await context.ask(shown, { fresh: true })).trim();
  return typed === undefined ? YES.test(answer) : typed.includes(answer);
}

const YES = /^(y|yes)$/i;

/** Returns whether a person wants what is not the usual: enter and the end of the input mean no. */
export async function saysYes(
  question: string,
  ask: NonNullable<Context['ask']>,
): Promise<boolean> {
  return YES.test((await ask(`${question} [y/N] `)).trim());
}

/** Returns whether a person wants what can be undone: enter means yes, the end of input no. */
export async function agreed(question: string, { ask, interrupted }: Context): Promise<boolean> {
  const answer = await ask?.(`${question} [Y/n] `, { unanswered: 'n' });
  return answer !== undefined && !interrupted.aborted && /^(y|yes|)$/i.test(answer.trim());
}
