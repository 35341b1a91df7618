/**
 * The prompts of a transcript that the memory may not have read yet: during the first turn of a
 * session, only the transcript has its prompt.
 */

import { native, type PromptLine, surroundingsOf } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { keptOutOf } from '../settings/kept-out.ts';
import { isExcluded } from '../settings/patterns.ts';
import { settingsInHook } from '../settings/read.ts';
import type { SentPrompt } from './left-out.ts';

/**
 * Returns the prompts of the transcript that a line names, masked. Returns none if the line names
 * no transcript, if its folder is excluded, or if `mask` or `exclude` cannot be understood.
 */
export function unreadPrompts(
  { transcript, directory }: PromptLine,
  context: Context,
): readonly SentPrompt[] {
  if (!transcript) return [];
  try {
    const { mask, exclude } = keptOutOf(settingsInHook(context), context);
    if (isExcluded(exclude, directory)) return [];
    const on = surroundingsOf(context);
    return native().typedPrompts(on, transcript, [...mask]);
  } catch {
    // The prompt is a detail of the answer: a transcript that is gone must not cost the rest.
    return [];
  }
}
