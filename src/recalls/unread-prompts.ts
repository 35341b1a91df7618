/**
 * The prompts of a transcript that the memory may not have read yet: during the first turn of a
 * session, only the transcript has its prompt.
 */

import { agentOf } from '../agents/find.ts';
import { linesOfFile } from '../files/file-lines.ts';
import type { PromptLine } from '../memory.ts';
import { native } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { keptOutOf } from '../settings/kept-out.ts';
import { isExcluded } from '../settings/patterns.ts';
import { settingsInHook } from '../settings/read.ts';
import type { SentPrompt } from './left-out.ts';

/** The first prompts are at the beginning; a fork begins with the turns of its parent. */
const READ_BYTES_MAX = 8 * 1024 * 1024;
const LINE_BYTES_MAX = 1024 * 1024;

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
    const masked = (text: string) => native().mask(text, [...mask]);
    return promptsAt(transcript, context).map(({ atMs, text }) => ({ atMs, text: masked(text) }));
  } catch {
    // The prompt is a detail of the answer: a transcript that is gone must not cost the rest.
    return [];
  }
}

function promptsAt(path: string, context: Context): SentPrompt[] {
  const { transcripts } = agentOf(path, context);
  const prompts: SentPrompt[] = [];
  let read = 0;
  for (const line of linesOfFile(path, LINE_BYTES_MAX)) {
    read += line.length;
    if (read > READ_BYTES_MAX) break;
    prompts.push(...[transcripts.promptOf(line)].filter((prompt) => prompt !== undefined));
  }
  return prompts;
}
