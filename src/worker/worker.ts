/** The worker: one call of the core. Errors can only go to the log. */

import { workerOptions } from '../capture/options.ts';
import { messageOf } from '../errors/errors.ts';
import { homeOf, logOf } from '../home/paths.ts';
import { native, surroundingsOf } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { log } from '../process/log.ts';

export function runWorker(context: Context): void {
  try {
    native().work(workerOptions(context), surroundingsOf(context));
  } catch (error) {
    log(logOf(homeOf(context)), context.now(), `worker: ${messageOf(error)}`);
  }
}
