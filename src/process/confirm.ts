/** Asks before what cannot be undone. */

import type { Context } from './context.ts';
import { MementorError } from './errors.ts';

export interface Confirmation {
  readonly question: string;
  /** What it is about, shown before the question. */
  readonly about: () => string;
  /** The person has said yes beforehand. */
  readonly yes: boolean;
  /** A script reads the answer: nobody is to be asked. */
  readonly json: boolean;
}

/** Returns whether to go on; without a terminal to ask on, `--yes` must have said so. */
export async function confirm(asked: Confirmation, context: Context): Promise<boolean> {
  if (asked.yes) return true;
  if (context.ask === undefined || asked.json) {
    throw new MementorError(
      'NOT_CONFIRMED',
      'this cannot be undone, and nobody is there to be asked',
      'add `--yes`, or look first with `--dry-run`',
    );
  }
  context.stderr.write(asked.about());
  const answer = await context.ask(`${asked.question} [y/N] `);
  return /^(y|yes)$/i.test(answer.trim());
}
