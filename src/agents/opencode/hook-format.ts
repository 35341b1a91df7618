/** The JSON that our plugin in OpenCode sends to hooks, and what it reads of them. */

import type { HookFormat } from '../hook-format.ts';
import { commonInput, textField } from '../hook-payload.ts';
import { transcriptOf } from './sessions-on-disk.ts';
import { wordsOf } from './words.ts';

export const openCodeHooks: HookFormat = {
  agent: 'opencode',
  // The file of a session is found here, and named to the worker.
  paths: [],
  // Nobody else spells the session so, and its ids are OpenCode's.
  owns: ({ sessionID }) => typeof sessionID === 'string' && /^ses_\w+$/.test(sessionID),
  parse: (fields, world) => {
    const input = commonInput(fields, world);
    const session = textField(fields, 'sessionID') ?? '';
    return {
      ...input,
      session,
      transcriptPath: transcriptOf(session, world),
      directory: textField(fields, 'directory') ?? input.directory,
      prompt: input.prompt === undefined ? undefined : wordsOf(input.prompt),
    };
  },
  // The plugin shows nothing to the person.
  reply: (additionalContext) => JSON.stringify({ additionalContext }),
  replyAtStart: (additionalContext) => JSON.stringify({ additionalContext }),
};
