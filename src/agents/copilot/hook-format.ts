/**
 * The JSON input and output of Copilot CLI's hooks. The names of our events give the input that
 * other agents have, with `agent_id` in a subagent; the client's own names would leave that out.
 */

import { isPlainName } from '../../files/plain-name.ts';
import type { HookFormat } from '../hook-format.ts';
import { commonInput, textField } from '../hook-payload.ts';
import { eventsOf, sessionAt } from './paths.ts';

export const copilotHooks: HookFormat = {
  agent: 'copilot',
  paths: ['COPILOT_HOME'],
  // Only the end of a turn names the file. Nobody else stamps Claude Code's events with a time and
  // names no file.
  owns: ({ hook_event_name: event, transcript_path: path, timestamp }) =>
    typeof path === 'string'
      ? path.endsWith('events.jsonl') && sessionAt(path) !== undefined
      : typeof event === 'string' && typeof timestamp === 'string',
  parse: (fields, world) => {
    const input = commonInput(fields, world);
    // A subagent's id is in the place of the session's, whose file has its events too.
    const session = textField(fields, 'parent_agent_id') ?? input.session;
    const isNamed = session !== undefined && isPlainName(session);
    const inferred = isNamed ? eventsOf(session, world) : undefined;
    return { ...input, session, transcriptPath: input.transcriptPath ?? inferred };
  },
  // Any other place is ignored, and of several hooks the last one counts.
  reply: (additionalContext) => JSON.stringify({ additionalContext }),
  replyAtStart: (additionalContext) => JSON.stringify({ additionalContext }),
};
