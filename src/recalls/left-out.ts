/**
 * The prompts that records left out: the first one of a session is recorded without its text,
 * because nobody knows yet whether the session will be stored. Its transcript has the text as soon
 * as the client writes it, and its turn once it is stored. Pure.
 */

import type { PromptLine } from '../memory.ts';

/** A prompt as its turn or its transcript has it. */
export interface SentPrompt {
  readonly atMs: number;
  readonly text: string;
}

/** A turn begins when its prompt is sent; other hooks may delay ours, or the transcript's line. */
const APART_MS_MAX = 60_000;

/**
 * Returns a line with its prompt's text, if it was recorded without. Takes all lines of its session
 * and the prompts that were sent in it, which are read only if they are needed. Only the time
 * identifies the prompt: it must be the nearest to the line, and the line the nearest to it. So a
 * line whose turn was forgotten does not get the text of another.
 */
export function withText(
  line: PromptLine,
  lines: readonly PromptLine[],
  sent: () => readonly SentPrompt[],
): PromptLine {
  const found = line.prompt === '' ? nearest(sent(), line.atMs) : undefined;
  const isIts = found !== undefined && nearest(lines, found.atMs) === line;
  return isIts ? { ...line, prompt: found.text } : line;
}

function nearest<T extends { readonly atMs: number }>(
  items: readonly T[],
  atMs: number,
): T | undefined {
  const distance = (item: T) => Math.abs(item.atMs - atMs);
  const near = items.filter((item) => distance(item) <= APART_MS_MAX);
  return near.reduce<T | undefined>(
    (best, item) => (best === undefined || distance(item) < distance(best) ? item : best),
    undefined,
  );
}
