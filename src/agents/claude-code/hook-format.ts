/** The JSON that Claude Code gives a hook. Any field may be missing, null or of another type. */

import { parseObject } from '../../files/json-object.ts';

export interface HookInput {
  readonly session: string | undefined;
  readonly transcriptPath: string | undefined;
  readonly cwd: string | undefined;
  readonly prompt: string | undefined;
  /** The last text block of the turn; since 2.1.47. */
  readonly lastAnswer: string | undefined;
  /** How a session began: startup, resume, clear, compact, or fork. */
  readonly source: string | undefined;
  /** What began a compaction: auto or manual. */
  readonly trigger: string | undefined;
  /** Set inside a subagent. */
  readonly agent: string | undefined;
}

/** Returns what is usable of a hook's input; `undefined` when it is no JSON object. */
export function parseHookInput(text: string): HookInput | undefined {
  const fields = parseObject(text);
  if (fields === undefined) return undefined;
  const field = (name: string): string | undefined => {
    const value = fields[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return {
    session: field('session_id'),
    transcriptPath: field('transcript_path'),
    cwd: field('cwd'),
    prompt: field('prompt'),
    lastAnswer: field('last_assistant_message'),
    source: field('source'),
    trigger: field('trigger'),
    agent: field('agent_id'),
  };
}
