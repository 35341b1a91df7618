/** The JSON input and output of Claude Code's hooks. */

import type { HookFormat } from '../hook-format.ts';
import { commonInput, commonReply, textField } from '../hook-payload.ts';

export const claudeCodeHooks: HookFormat = {
  agent: 'claude-code',
  paths: ['CLAUDE_CONFIG_DIR'],
  // Other agents call hooks in much the same form: each knows its own, and the rest is ours.
  owns: () => true,
  parse: (fields, world) => {
    const input = commonInput(fields, world);
    const directory = world.env.CLAUDE_PROJECT_DIR ?? input.directory;
    return { ...input, directory, promptId: textField(fields, 'prompt_id') };
  },
  reply: (addition, notice) => commonReply('UserPromptSubmit', addition, notice),
  replyAtStart: (addition) => commonReply('SessionStart', addition),
};
