/** Whether the person vouches for a file of notes or turns. */

import { isRunByAgent } from '../agents/find.ts';
import { MementorError } from '../errors/errors.ts';
import { saysYes } from '../process/confirm.ts';
import type { Context } from '../process/context.ts';

export interface Trusting {
  readonly trust: boolean;
  readonly json: boolean;
}

/** Returns whether `--trust` says so, which an agent may not. */
export function isVouchedFor({ trust }: Pick<Trusting, 'trust'>, context: Context): boolean {
  if (trust && isRunByAgent(context)) {
    throw new MementorError(
      'NOTE_OF_PERSON',
      'an agent does not vouch for a file: `--trust` is for the user',
      'leave it out: then what the file says is proposed, and the user decides',
    );
  }
  return trust;
}

/** Asks where `--trust` does not say so. Returns undefined where nobody can be asked. */
export async function isTrusted(
  options: Trusting,
  question: string,
  context: Context,
): Promise<boolean | undefined> {
  if (isVouchedFor(options, context)) return true;
  if (isRunByAgent(context)) return false;
  if (options.json || context.ask === undefined) return undefined;
  return await saysYes(question, context.ask);
}
