/** What a session is told at its start and more, in the tokens of a tool's answer. */

import { utcOffset } from '../capture/options.ts';
import type { Memory } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { tokensIn } from '../text/tokens.ts';

/** The core counts a token for four characters, and a tool's answer one for three. */
const CORE_SHARE = 0.75;
const BUDGET_MIN = 50;

/** Returns the block in at most so many tokens; empty when nothing is known. */
export function sessionStart(memory: Memory, tokens: number, context: Context): string {
  const nowMs = context.now().getTime();
  const directory = context.cwd;
  const utcOffsetMin = utcOffset(nowMs);
  const start = { directory, session: '', compacted: false, asked: true, nowMs, utcOffsetMin };
  let budget = Math.floor(tokens * CORE_SHARE);
  let { text } = memory.context({ ...start, budget });
  // Letters of other scripts cost more than the core counts.
  while (tokensIn(text) > tokens && budget > BUDGET_MIN) {
    budget = Math.floor(budget / 2);
    text = memory.context({ ...start, budget }).text;
  }
  return tokensIn(text) > tokens ? '' : text;
}
