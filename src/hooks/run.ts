/** `mementor hook <event>`: fails open. Whatever happens, it ends with 0 and valid output or none. */

import { HOOK_FORMATS } from '../agents/all.ts';
import { homeOf, logOf } from '../home.ts';
import { native } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { messageOf } from '../process/errors.ts';
import { log } from '../process/log.ts';
import { handOver } from './hand-over.ts';
import { userPromptSubmit } from './user-prompt-submit.ts';

/** The client ends a hook 5 s after it began to start it. */
const PROMPT_WALL_MS_MAX = 4_500;
/** What a prompt may cost in time of the processor: a machine that is merely busy costs nothing. */
const PROMPT_PROCESSOR_MS_MAX = 1_000;
/** A prompt waits no longer than this for a disk or an input, twice at worst. */
const PROMPT_STALLED_MS_MAX = 500;

/** The input is there before this process is: who says nothing for so long will not. */
const READ_MS_MAX = 4_000;
/** What was read is written, whatever the client says. This is for a disk that hangs. */
const WRITE_MS_MAX = 10_000;

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
  if (event === 'user-prompt-submit') answerPrompt(context);
  else takeDown(event, context);
}

function answerPrompt(context: Context): void {
  const limits = {
    wallMs: Math.max(0, Math.round(PROMPT_WALL_MS_MAX - context.uptimeMs())),
    processorMs: PROMPT_PROCESSOR_MS_MAX,
    stalledMs: PROMPT_STALLED_MS_MAX,
  };
  native().exitAfter(limits, lastWords('user-prompt-submit', 'too late, and silent', context));
  const [format] = HOOK_FORMATS;
  const input = format.parse(context.readStdin(), context);
  if (input !== undefined) userPromptSubmit(input, format, context);
}

/** Until it is written down, no deadline counts but those for what may hang. */
function takeDown(event: string, context: Context): void {
  const lost = (why: string) => lastWords(event, `nothing was handed over: ${why}`, context);
  native().exitAfter({ wallMs: READ_MS_MAX }, lost('the input did not end'));
  const text = context.readStdin();
  native().exitAfter({ wallMs: WRITE_MS_MAX }, lost('the disk did not answer'));
  const input = HOOK_FORMATS[0].parse(text, context);
  if (input !== undefined) handOver(event, input, context);
  else if (text.trim() !== '') throw new Error('nothing was handed over: the input is no object');
}

/** What the log says when the deadline ends this hook. */
function lastWords(event: string, what: string, context: Context) {
  const line = `${context.now().toISOString()} hook ${event}: ${what}`;
  return { path: logOf(homeOf(context)), line };
}

const EVENTS: ReadonlySet<string> = new Set([
  'session-start',
  'user-prompt-submit',
  'stop',
  'pre-compact',
  'session-end',
]);
