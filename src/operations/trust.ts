/** Whether the person vouches for a file of notes or turns. */

import { isRunByAgent } from '../agents/find.ts';
import { MementorError } from '../errors/errors.ts';
import type { Context } from '../process/context.ts';

export interface Trusting {
  readonly trust: boolean;
  readonly json: boolean;
}

/** Asks where `--trust` does not say so; without a terminal, nobody vouches. */
export async function isTrusted(
  { trust, json }: Trusting,
  question: string,
  context: Context,
): Promise<boolean> {
  if (trust && isRunByAgent(context)) {
    throw new MementorError(
      'NOTE_OF_PERSON',
      'an agent does not vouch for a file: `--trust` is for the user',
      'leave it out: then what the file says is proposed, and the user decides',
    );
  }
  if (trust || json || context.ask === undefined || isRunByAgent(context)) return trust;
  return /^(y|yes)$/i.test((await context.ask(`${question} [y/N] `)).trim());
}
