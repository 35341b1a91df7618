/** The JSON input and output of Codex's hooks. */

import type { World } from '../../process/world.ts';
import type { Fields, HookFormat, HookInput } from '../hook-format.ts';
import { isRollout } from './paths.ts';
import { wordsOf } from './words.ts';

export const codexHooks: HookFormat = {
  agent: 'codex',
  paths: ['CODEX_HOME'],
  // Only Codex names its turns. The first hook of a session has no turn, but a rollout.
  owns: ({ turn_id: turn, transcript_path: path }) =>
    typeof turn === 'string' || (typeof path === 'string' && isRollout(path)),
  parse,
  // Codex drops an answer with any other key, so it cannot show a notice.
  reply: (additionalContext) => replied('UserPromptSubmit', additionalContext),
  replyAtStart: (additionalContext) => replied('SessionStart', additionalContext),
};

function replied(hookEventName: string, additionalContext: string): string {
  return JSON.stringify({ hookSpecificOutput: { hookEventName, additionalContext } });
}

/** Any field may be missing, null or of another type. */
function parse(fields: Fields, world: World): HookInput {
  const field = (name: string): string | undefined => {
    const value = fields[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const prompt = field('prompt');
  return {
    session: field('session_id'),
    transcriptPath: field('transcript_path'),
    directory: field('cwd') ?? world.cwd,
    prompt: prompt === undefined ? undefined : wordsOf(prompt),
    lastAnswer: field('last_assistant_message'),
    start: STARTS.get(field('source') ?? ''),
    compactsByItself: field('trigger') === 'auto',
    subagent: field('agent_id'),
  };
}

/** Maps the `source` of a session's start; `startup` and `resume` leave the context unchanged. */
const STARTS: ReadonlyMap<string, HookInput['start']> = new Map([
  ['compact', 'compacted'],
  ['clear', 'cleared'],
  ['fork', 'forked'],
]);
