/** Codex. */

import type { Agent } from '../agent.ts';
import { sessions } from './sessions.ts';
import { transcripts } from './transcripts.ts';

export const codex: Agent = {
  name: 'codex',
  displayName: 'Codex',
  variables: [['CODEX_HOME', "Codex's own folder, when it is not ~/.codex"]],
  transcripts,
  sessions,
  // Codex adds nothing to what tools print.
  toolOutput: { plainError: (error) => error, isKeptOutput: () => false },
};
