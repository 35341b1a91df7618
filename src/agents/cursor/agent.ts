/** Cursor. */

import type { Agent } from '../agent.ts';
import { sessions } from './sessions.ts';
import { transcripts } from './transcripts.ts';

export const cursor: Agent = {
  name: 'cursor',
  displayName: 'Cursor',
  isGuest: true,
  variables: [],
  transcripts,
  sessions,
  toolOutput: {
    plainError: (error) => error,
    isKeptOutput: (path) =>
      /[/\\]\.cursor[/\\]projects[/\\][^/\\]+[/\\]agent-tools[/\\]/.test(path),
  },
};
