/** `mementor hook <event>`: one call of the core. It always exits with 0. */

import { hookOptions, utcOffset } from '../capture/options.ts';
import { processOf } from '../capture/process-of.ts';
import { messageOf } from '../errors/errors.ts';
import { homeOf, logOf } from '../home/paths.ts';
import { native } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { log } from '../process/log.ts';

/** `insteadOf` is what the agent's settings name and is gone, where another Node or script runs. */
export function runHook(
  word: string | undefined,
  insteadOf: string | undefined,
  context: Context,
): void {
  if (word === undefined) return;
  try {
    const options = { ...hookOptions(context), ...(insteadOf && { insteadOf }) };
    native().hook(word, options, processOf(context), utcOffset);
  } catch (error) {
    log(logOf(homeOf(context)), context.now(), `hook ${word}: ${messageOf(error)}`);
  }
}
