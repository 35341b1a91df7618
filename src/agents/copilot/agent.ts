/** Copilot CLI. */

import type { Agent } from '../agent.ts';
import { sessions } from './sessions.ts';
import { transcripts } from './transcripts.ts';

export const copilot: Agent = {
  name: 'copilot',
  displayName: 'Copilot CLI',
  variables: [['COPILOT_HOME', "Copilot CLI's own folder, when it is not ~/.copilot"]],
  // Seen with 1.0.102: the file of a new session appears 0.01 s after the last hook of its first turn.
  writesLateMs: 2_000,
  transcripts,
  sessions,
  // What Copilot CLI adds to the output of commands is cut off when it is stored.
  toolOutput: {
    plainError: (error) => error,
    isKeptOutput: (path) => /[/\\]copilot-tool-output-[^/\\]+\.txt$/.test(path),
  },
};
