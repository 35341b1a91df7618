/**
 * Counts over all sessions' records how often recall injected turns recently, and how often they
 * were used.
 */

import { textIfReadable } from '../files/regular-file.ts';
import { isTyped, recordPaths } from './find.ts';
import { isAddedTo, type Line, parseLines, usedOf } from './lines.ts';
import { usageOf } from './usage.ts';

/** Records are kept for as long. */
export const SUMMARY_DAYS = 30;

export { USED_WORDS_MIN } from './usage.ts';

export interface RecallSummary {
  /** Recorded prompts. */
  readonly prompts: number;
  /** Prompts at which recall injected something. */
  readonly spoken: number;
  /** Of these, the ones whose answer is complete and shows whether it used something. */
  readonly answers: number;
  /** Answers that contain two or more rare words of the injected turns. */
  readonly used: number;
}

const NOTHING: RecallSummary = { prompts: 0, spoken: 0, answers: 0, used: 0 };

/** Counts the prompts of the last {@link SUMMARY_DAYS} days. */
export async function recallSummary(home: string, nowMs: number): Promise<RecallSummary> {
  const sinceMs = nowMs - SUMMARY_DAYS * 24 * 60 * 60 * 1_000;
  let sum = NOTHING;
  for (const path of await recordPaths(home)) {
    sum = added(sum, summaryOf(parseLines(textIfReadable(path) ?? ''), sinceMs));
  }
  return sum;
}

/** Counts the prompts of one record since a time. Pure. */
export function summaryOf(lines: readonly Line[], sinceMs: number): RecallSummary {
  const prompts = lines.filter(isTyped).filter(({ atMs }) => atMs >= sinceMs);
  const spoken = prompts.filter(isAddedTo);
  const usages = spoken.map((prompt) => usageOf(usedOf(lines, prompt)));
  return {
    prompts: prompts.length,
    spoken: spoken.length,
    answers: usages.filter((usage) => usage !== 'unknown').length,
    used: usages.filter((usage) => usage === 'used').length,
  };
}

function added(a: RecallSummary, b: RecallSummary): RecallSummary {
  return {
    prompts: a.prompts + b.prompts,
    spoken: a.spoken + b.spoken,
    answers: a.answers + b.answers,
    used: a.used + b.used,
  };
}
