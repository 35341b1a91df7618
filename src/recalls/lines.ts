/** The lines of a session's record, which the core reads and writes. Pure. */

import type { PromptLine, RecordLine, UsedLine } from '../memory.ts';

/** Whether anything was added to a prompt. */
export function isAddedTo({ injected, notes }: PromptLine): boolean {
  return injected.length > 0 || notes.length > 0;
}

/** Returns the usage line of a prompt; `undefined` if there is none yet. */
export function usedOf(lines: readonly RecordLine[], prompt: PromptLine): UsedLine | undefined {
  return lines.find((line): line is UsedLine => 'used' in line && line.promptAtMs === prompt.atMs);
}
