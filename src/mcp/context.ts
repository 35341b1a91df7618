/** `memory_context`: what a session should know when it begins. */

import * as z from 'zod';
import { budget } from './budget.ts';
import { sessionStart } from './session-start.ts';
import { READING, tool } from './tool.ts';

const BUDGET = { usual: 1_000, max: 2_000 };

const NOTHING = 'Nothing is known about this project yet.';

export const context = tool({
  name: 'memory_context',
  description: 'What holds in this project (rules, decisions), and what the last sessions did.',
  annotations: READING,
  input: z.object({ budget: budget(BUDGET) }),
  run: async (input, call) => {
    const memory = await call.memory.open(call.context);
    return sessionStart(memory, input.budget ?? BUDGET.usual, call.context) || NOTHING;
  },
});
