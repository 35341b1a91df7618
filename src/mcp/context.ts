/** `memory_context`: what a session should know when it begins. */

import * as z from 'zod';
import { budget } from './budget.ts';
import { sessionStart } from './session-start.ts';
import { READING, tool } from './tool.ts';

const BUDGET = { usual: 1_000, max: 2_000 };

const NOTHING = 'Nothing is known about this project yet.';

export const context = tool({
  name: 'memory_context',
  description: 'What holds in this project (rules, decisions), where work stopped, likely files.',
  annotations: READING,
  input: z.object({ budget: budget(BUDGET) }),
  run: async (input, call) => {
    const memory = await call.memory.open(call.context);
    // The text is sent as JSON too, where a new line is two characters.
    const tokens = Math.floor((input.budget ?? BUDGET.usual) * JSON_SHARE);
    const block = sessionStart(memory, tokens, call.context) || NOTHING;
    return { text: block, data: { context: block } };
  },
});

const JSON_SHARE = 0.95;
