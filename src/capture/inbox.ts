/** What waits in the inbox, as the worker would see it. */

import { native, surroundingsOf, type WaitingInbox } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { workerOptions } from './options.ts';

export function inboxNow(context: Context): WaitingInbox {
  return native().inbox(workerOptions(context), surroundingsOf(context));
}
