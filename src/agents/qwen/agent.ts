/** Qwen Code. */

import type { Agent } from '../agent.ts';
import { sessions } from './sessions.ts';
import { transcripts } from './transcripts.ts';

export const qwen: Agent = {
  name: 'qwen',
  displayName: 'Qwen Code',
  variables: [],
  transcripts,
  sessions,
  toolOutput: { plainError: (error) => error, isKeptOutput: () => false },
};
