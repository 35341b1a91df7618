/** Reads the recorded prompts of all sessions. */

import { textIfReadable } from '../files/regular-file.ts';
import { isTyped, recordPaths, sessionAt } from './find.ts';
import { type Line, type PromptLine, parseLines, type UsedLine, usedOf } from './lines.ts';

export interface RecordedPrompt {
  readonly session: string;
  readonly line: PromptLine;
  /** All prompts of its session that are recorded. */
  readonly ofSession: readonly PromptLine[];
  /** Whether the answer used what was added, if known. */
  readonly used: UsedLine | undefined;
}

export interface History {
  /** Newest first. */
  readonly prompts: readonly RecordedPrompt[];
  /** When the oldest prompt of any record was sent; undefined without one. */
  readonly beginsMs: number | undefined;
}

/** Returns the prompts that a user typed since a time. A record that cannot be read is skipped. */
export async function readHistory(home: string, sinceMs: number): Promise<History> {
  const prompts: RecordedPrompt[] = [];
  let beginsMs: number | undefined;
  for (const path of await recordPaths(home)) {
    const lines = parseLines(textIfReadable(path) ?? '');
    const typed = promptsIn(sessionAt(path), lines);
    for (const { line } of typed) beginsMs = Math.min(beginsMs ?? line.atMs, line.atMs);
    prompts.push(...typed.filter(({ line }) => line.atMs >= sinceMs));
  }
  return { prompts: prompts.sort((a, b) => b.line.atMs - a.line.atMs), beginsMs };
}

function promptsIn(session: string, lines: readonly Line[]): RecordedPrompt[] {
  const ofSession = lines.filter(isTyped);
  return ofSession.map((line) => ({ session, line, ofSession, used: usedOf(lines, line) }));
}
