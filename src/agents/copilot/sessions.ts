/** How Copilot CLI resumes a session, and where it looks for its events. */

import { existsSync } from 'node:fs';
import { isPlainName } from '../../files/plain-name.ts';
import type { Sessions } from '../agent.ts';
import { eventsOf } from './paths.ts';

export const sessions: Sessions = {
  // Copilot CLI finds a session from everywhere, and works where it is started.
  resumeWords: ({ session }) => ['copilot', `--resume=${session}`],
  isResumable: ({ session }, world) => isPlainName(session) && existsSync(eventsOf(session, world)),
  placeOf: ({ session }, world) => (isPlainName(session) ? eventsOf(session, world) : undefined),
  // Copilot CLI does not tell the commands that it runs.
  running: () => undefined,
  startedIn: () => undefined,
  isOwnPrompt: (prompt) => /^\s*<(?:system_notification|skill-context)/.test(prompt),
};
