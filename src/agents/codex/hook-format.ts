/** The JSON input and output of Codex's hooks. */

import type { HookFormat } from '../hook-format.ts';
import { commonInput, commonReply } from '../hook-payload.ts';
import { isRollout } from './paths.ts';
import { wordsOf } from './words.ts';

export const codexHooks: HookFormat = {
  agent: 'codex',
  paths: ['CODEX_HOME'],
  // Only Codex names its turns. The first hook of a session has no turn, but a rollout.
  owns: ({ turn_id: turn, transcript_path: path }) =>
    typeof turn === 'string' || (typeof path === 'string' && isRollout(path)),
  parse: (fields, world) => {
    const input = commonInput(fields, world);
    return { ...input, prompt: input.prompt === undefined ? undefined : wordsOf(input.prompt) };
  },
  // Codex drops an answer with any other key, so it cannot show a notice.
  reply: (addition) => commonReply('UserPromptSubmit', addition),
  replyAtStart: (addition) => commonReply('SessionStart', addition),
};
