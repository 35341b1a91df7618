/** How often recall added something to prompts recently, and how often that was used. */

import { native, type RecordedPrompts } from '../memory.ts';

/** Records are kept for as long. */
export const SUMMARY_DAYS = 30;

/** Counts the prompts of the last {@link SUMMARY_DAYS} days. */
export function recallSummary(home: string, nowMs: number): RecordedPrompts {
  return native().recordedPrompts(home, nowMs - SUMMARY_DAYS * 24 * 60 * 60 * 1_000);
}
