/** The events of hooks: the one table of their names. What a hook reads and answers is in the core. */

import { parseObject } from '../files/json-object.ts';
import type { HookEvent } from '../memory.ts';

/** The events as Claude Code and its followers name them, each with the word on the command line. */
export const COMMON_EVENTS = {
  SessionStart: 'session-start',
  UserPromptSubmit: 'user-prompt-submit',
  Stop: 'stop',
  PreCompact: 'pre-compact',
  SessionEnd: 'session-end',
} as const satisfies Readonly<Record<string, HookEvent>>;

/** The hooks' words: what follows `hook` in a command. */
export const WORDS: readonly HookEvent[] = Object.values(COMMON_EVENTS);

/** Returns the session that an event, or the state for a status line, is about. */
export function sessionIn(text: string): string | undefined {
  const session = parseObject(text)?.session_id;
  return typeof session === 'string' && session !== '' ? session : undefined;
}
