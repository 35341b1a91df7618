/** Qwen Code. */

import type { Agent } from '../agent.ts';
import { sessions } from './sessions.ts';
import { transcripts } from './transcripts.ts';

export const qwen: Agent = {
  name: 'qwen',
  displayName: 'Qwen Code',
  variables: [
    ['QWEN_HOME', "Qwen Code's own folder, when it is not ~/.qwen"],
    ['QWEN_RUNTIME_DIR', "the folder of Qwen Code's sessions, when it is another one"],
  ],
  transcripts,
  sessions,
  toolOutput: { plainError: (error) => error, isKeptOutput: () => false },
};
