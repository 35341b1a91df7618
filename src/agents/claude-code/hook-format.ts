/** The JSON input and output of Claude Code's hooks. */

import type { World } from '../../process/world.ts';
import type { Fields, HookFormat, HookInput } from '../hook-format.ts';

export const claudeCodeHooks: HookFormat = {
  agent: 'claude-code',
  paths: ['CLAUDE_CONFIG_DIR'],
  // Other agents call hooks in much the same form: each knows its own, and the rest is ours.
  owns: () => true,
  parse,
  reply: (additionalContext, notice) =>
    JSON.stringify({
      // JSON leaves an undefined field out.
      systemMessage: notice,
      hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext },
    }),
  replyAtStart: (additionalContext) =>
    JSON.stringify({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext } }),
};

/** Any field may be missing, null or of another type. */
function parse(fields: Fields, world: World): HookInput {
  const field = (name: string): string | undefined => {
    const value = fields[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return {
    session: field('session_id'),
    transcriptPath: field('transcript_path'),
    directory: world.env.CLAUDE_PROJECT_DIR ?? field('cwd') ?? world.cwd,
    prompt: field('prompt'),
    // Sent since Claude Code 2.1.47.
    lastAnswer: field('last_assistant_message'),
    start: STARTS.get(field('source') ?? ''),
    compactsByItself: field('trigger') === 'auto',
    subagent: field('agent_id'),
  };
}

/**
 * Maps the `source` of a SessionStart event; `startup` and `resume` leave the context unchanged.
 */
const STARTS: ReadonlyMap<string, HookInput['start']> = new Map([
  ['compact', 'compacted'],
  ['clear', 'cleared'],
  ['fork', 'forked'],
]);
