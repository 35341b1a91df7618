/** OpenCode. */

import type { Agent } from '../agent.ts';
import { sessions } from './sessions.ts';
import { transcripts } from './transcripts.ts';

export const openCode: Agent = {
  name: 'opencode',
  displayName: 'OpenCode',
  variables: [['XDG_DATA_HOME', "the folder of OpenCode's own, when it is not ~/.local/share"]],
  transcripts,
  sessions,
  toolOutput: {
    plainError: (error) => error,
    isKeptOutput: (path) => /[/\\]opencode[/\\]tool-output[/\\]/.test(path),
  },
};
