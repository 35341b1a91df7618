/** The JSON input and output of Qwen Code's hooks. */

import type { HookFormat } from '../hook-format.ts';
import { commonInput, commonReply } from '../hook-payload.ts';
import { sessionAt } from './paths.ts';

export const qwenHooks: HookFormat = {
  agent: 'qwen',
  paths: ['QWEN_HOME', 'QWEN_RUNTIME_DIR'],
  // A prompt names what was submitted; every event has the path of the session.
  owns: ({ submitted_prompt: submitted, transcript_path: path }) =>
    typeof submitted === 'string' ||
    (typeof path === 'string' && /chats|subagents/.test(path) && sessionAt(path) !== undefined),
  parse: commonInput,
  reply: (addition, notice) => commonReply('UserPromptSubmit', addition, notice),
  replyAtStart: (addition) => commonReply('SessionStart', addition),
};
