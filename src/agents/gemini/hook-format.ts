/** The JSON input and output of Gemini CLI's hooks. */

import type { HookFormat } from '../hook-format.ts';
import { commonInput, commonReply, textField } from '../hook-payload.ts';
import { isTranscript } from './paths.ts';
import { wordsOf } from './words.ts';

/** Events that only Gemini CLI has. */
const OWN_EVENTS = new Set(['BeforeAgent', 'AfterAgent', 'PreCompress']);

export const geminiHooks: HookFormat = {
  agent: 'gemini',
  paths: ['GEMINI_CLI_HOME'],
  owns: ({ hook_event_name: event, transcript_path: path }) =>
    (typeof event === 'string' && OWN_EVENTS.has(event)) ||
    // A look before an expression that would have to be compiled: every agent's hooks ask here.
    (typeof path === 'string' && path.includes('chats') && isTranscript(path)),
  parse: (fields, world) => {
    const input = commonInput(fields, world);
    const prompt = input.prompt === undefined ? undefined : wordsOf(input.prompt);
    // `prompt_response` has all texts of the turn in one. They are in the file by then.
    // A file that is one object has a hash of the directory alone.
    const isWhole = input.transcriptPath?.endsWith('.json') === true;
    return {
      ...input,
      startedIn: isWhole ? textField(fields, 'cwd') : undefined,
      prompt,
      lastAnswer: undefined,
    };
  },
  reply: (addition, notice) => commonReply('BeforeAgent', addition, notice),
  // The client glues such a text to the person's first prompt, and loses both when it resumes.
  replyAtStart: undefined,
};
