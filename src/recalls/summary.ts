/** How often recall added something to prompts recently, and how often that was used. */

import { native, type RecordedPrompts } from '../memory.ts';

/** For how long the core keeps the record of a session that ended. */
export const KEPT_DAYS = 30;

/** Counts the prompts of the last {@link KEPT_DAYS} days. */
export function recallSummary(home: string, nowMs: number): RecordedPrompts {
  return native().recordedPrompts(home, nowMs - KEPT_DAYS * 24 * 60 * 60 * 1_000);
}
