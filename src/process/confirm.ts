/** Asks for confirmation before something that cannot be undone. */

import type { Context } from './context.ts';
import { MementorError } from './errors.ts';

export interface Confirmation {
  readonly question: string;
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
      'this cannot be undone, and nobody is there to be asked',
      'add `--yes`, or look first with `--dry-run`',
    );
  }
  context.stderr.write(asked.about());
  const answer = await context.ask(`${asked.question} [y/N] `);
  return /^(y|yes)$/i.test(answer.trim());
}
