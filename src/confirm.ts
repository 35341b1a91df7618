/** Asks before what cannot be undone. */

import type { Context } from './context.ts';
import { MementorError } from './errors.ts';

/** Returns whether to go on; without a terminal to ask on, `--yes` must have said so. */
export async function confirm(
  question: string,
  { yes, json }: { readonly yes: boolean; readonly json: boolean },
  context: Context,
): Promise<boolean> {
  if (yes) return true;
  const answer = json ? undefined : await context.ask(`${question} [y/N] `);
  if (answer === undefined) {
    throw new MementorError(
      'UNCONFIRMED',
      'this cannot be undone, and there is no terminal to ask on',
      'look at it with `--dry-run`, then add `--yes`',
    );
  }
  return /^y(es)?$/i.test(answer.trim());
}
