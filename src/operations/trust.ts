/** Whether the person vouches for a file of notes or turns. */

import { isRunByAgent } from '../agents/find.ts';
import { MementorError } from '../errors/errors.ts';
import type { Context } from '../process/context.ts';

export interface Trusting {
  readonly trust: boolean;
  readonly json: boolean;
}

/**
 * Asks where `--trust` does not say so. Returns undefined where nobody can be asked; an agent never
 * vouches.
 */
export async function isTrusted(
  { trust, json }: Trusting,
  question: string,
  context: Context,
): Promise<boolean | undefined> {
  if (trust && isRunByAgent(context)) {
    throw new MementorError(
      'NOTE_OF_PERSON',
      'an agent does not vouch for a file: `--trust` is for the user',
      'leave it out: then what the file says is proposed, and the user decides',
    );
  }
  if (trust || isRunByAgent(context)) return trust;
  if (json || context.ask === undefined) return undefined;
  return /^(y|yes)$/i.test((await context.ask(`${question} [y/N] `)).trim());
}
