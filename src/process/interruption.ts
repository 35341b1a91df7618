/** Ctrl-C during work that calls into the addon, which takes notice of nothing. */

import { setImmediate as turnOfLoop } from 'node:timers/promises';
import type { Context } from './context.ts';

/** Lets a Ctrl-C take effect that came during a call; returns whether there was one. */
export async function isInterrupted({
  interrupted,
}: Pick<Context, 'interrupted'>): Promise<boolean> {
  await turnOfLoop();
  return interrupted.aborted;
}
