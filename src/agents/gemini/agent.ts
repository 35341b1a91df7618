/** Gemini CLI. */

import type { Agent } from '../agent.ts';
import { sessions } from './sessions.ts';
import { transcripts } from './transcripts.ts';

export const gemini: Agent = {
  name: 'gemini',
  displayName: 'Gemini CLI',
  variables: [['GEMINI_CLI_HOME', "the folder of Gemini CLI's .gemini, when it is not the home"]],
  transcripts,
  sessions,
  toolOutput: {
    plainError: (error) => error,
    isKeptOutput: (path) => /[/\\]tool-outputs?[/\\]/.test(path),
  },
};
