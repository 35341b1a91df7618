/** `mementor hook <event>`: fails open. Whatever happens, it ends with 0 and valid output or none. */

import type { Context } from '../context.ts';
import { messageOf } from '../errors.ts';
import { homeOf, logOf } from '../home.ts';
import { log } from '../log.ts';
import { native } from '../memory.ts';
import { handOver } from './hand-over.ts';
import { parseHookInput } from './input.ts';
import { userPromptSubmit } from './user-prompt-submit.ts';

/** From the start of the process; Claude Code waits for prompt hooks, and kills late others. */
const PROMPT_DEADLINE_MS = 1_000;
const OTHER_DEADLINE_MS = 500;

export function runHook(event: string | undefined, context: Context): void {
  try {
    dispatch(event, context);
  } catch (error) {
    const reason = messageOf(error);
    log(logOf(homeOf(context)), context.now(), `hook ${event}: ${reason}`);
  }
}

function dispatch(event: string | undefined, context: Context): void {
  if (event === undefined || !EVENTS.has(event)) return;
  const deadlineMs = event === 'user-prompt-submit' ? PROMPT_DEADLINE_MS : OTHER_DEADLINE_MS;
  native().exitAfter(Math.max(0, Math.round(deadlineMs - context.uptimeMs())));
  const input = parseHookInput(context.readStdin());
  if (input === undefined) return;
  if (event === 'user-prompt-submit') userPromptSubmit(input, context);
  else handOver(event, input, context);
}

const EVENTS: ReadonlySet<string> = new Set([
  'session-start',
  'user-prompt-submit',
  'stop',
  'pre-compact',
  'session-end',
]);
