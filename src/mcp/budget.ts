/** The argument `budget` of the tools: how many tokens an answer may cost. */

import * as z from 'zod';

/** Too little for one hit. */
const BUDGET_MIN = 100;

export function budget({ usual, max }: { readonly usual: number; readonly max: number }) {
  return z.int().min(BUDGET_MIN).max(max).optional().describe(`tokens, usually ${usual}`);
}
