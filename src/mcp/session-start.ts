/** The block of a session's start, in the tokens of a tool's answer. */

import { utcOffset } from '../capture/options.ts';
import { type Memory, translated } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { tokensIn } from '../text/tokens.ts';

/** The core counts a token for four characters, and a tool's answer one for three. */
const CORE_SHARE = 0.75;
const BUDGET_MIN = 50;

/** Returns the block in at most so many tokens; empty when nothing is known. */
export function sessionStart(memory: Memory, tokens: number, context: Context): string {
  const utcOffsetMin = utcOffset(context.now().getTime());
  const start = { directory: context.cwd, session: '', compacted: false, utcOffsetMin };
  let budget = Math.floor(tokens * CORE_SHARE);
  let { text } = translated(() => memory.context({ ...start, budget }));
  // Letters of other scripts cost more than the core counts.
  while (tokensIn(text) > tokens && budget > BUDGET_MIN) {
    budget = Math.floor(budget / 2);
    text = translated(() => memory.context({ ...start, budget })).text;
  }
  return tokensIn(text) > tokens ? '' : text;
}
