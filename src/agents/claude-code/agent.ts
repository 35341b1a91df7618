/** Claude Code. */

import type { Agent } from '../agent.ts';
import { sessions } from './sessions.ts';
import { toolOutput } from './tool-output.ts';
import { transcripts } from './transcripts.ts';

export const claudeCode: Agent = {
  name: 'claude-code',
  displayName: 'Claude Code',
  variables: [['CLAUDE_CONFIG_DIR', "Claude Code's own folder, when it is not ~/.claude"]],
  transcripts,
  sessions,
  toolOutput,
};
