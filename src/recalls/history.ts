/** The recorded prompts of all sessions. */

import type { PromptLine, UsedLine } from '../memory.ts';
import { recordsWith } from './find.ts';
import { usedOf } from './lines.ts';

export interface RecordedPrompt {
  readonly session: string;
  readonly line: PromptLine;
  /** Whether the answer used what was added, if known. */
  readonly used: UsedLine | undefined;
}

/** Returns the prompts that a person typed since a time, newest first. */
export function readHistory(home: string, sinceMs: number): readonly RecordedPrompt[] {
  const prompts = recordsWith(home, { sinceMs }).flatMap(({ session, lines, typed }) =>
    typed
      .filter(({ atMs }) => atMs >= sinceMs)
      .map((line) => ({ session, line, used: usedOf(lines, line) })),
  );
  return prompts.sort((a, b) => b.line.atMs - a.line.atMs);
}
