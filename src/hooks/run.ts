/** `mementor hook <event>`: fails open. It always exits with 0, and with valid output or none. */

import { hookCall } from '../agents/all-hook-formats.ts';
import { messageOf } from '../errors/errors.ts';
import { homeOf, logOf } from '../home/paths.ts';
import { native } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { log } from '../process/log.ts';
import { handOver } from './hand-over.ts';
import { sessionStart } from './session-start.ts';
import { userPromptSubmit } from './user-prompt-submit.ts';

/** The client kills a hook 5 s after starting it. */
const ANSWER_WALL_MS_MAX = 4_500;
/** CPU time limit of a hook that answers: waiting on a busy machine does not count. */
const ANSWER_PROCESSOR_MS_MAX = 1_000;
/** A prompt waits at most this long for a stalled disk or input, at worst twice. */
const ANSWER_STALLED_MS_MAX = 500;

/** The client sends the input before this process starts: after so long, none will come. */
const READ_MS_MAX = 4_000;
/**
 * Input that was read is written even if the client wants to stop the hook. This limit is for a
 * hanging disk.
 */
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
  limitAnswer('user-prompt-submit', context);
  const call = hookCall(context.readStdin(), context);
  if (call !== undefined) userPromptSubmit(call.input, call.format, context);
}

function limitAnswer(event: string, context: Context): void {
  const limits = {
    wallMs: Math.max(0, Math.round(ANSWER_WALL_MS_MAX - context.uptimeMs())),
    processorMs: ANSWER_PROCESSOR_MS_MAX,
    stalledMs: ANSWER_STALLED_MS_MAX,
  };
  native().exitAfter(limits, lastWords(event, 'too late, and silent', context));
}

/** Until the payload is written, only the limits for hanging input and disk apply. */
function takeDown(event: string, context: Context): void {
  const lost = (why: string) => lastWords(event, `nothing was handed over: ${why}`, context);
  native().exitAfter({ wallMs: READ_MS_MAX }, lost('the input did not end'));
  const text = context.readStdin();
  native().exitAfter({ wallMs: WRITE_MS_MAX }, lost('the disk did not answer'));
  const call = hookCall(text, context);
  if (call !== undefined) handOver(event, call.input, context);
  else if (text.trim() !== '') throw new Error('nothing was handed over: the input is no object');
  if (call === undefined || event !== 'session-start') return;
  // The payload is written, and the worker has been started: now there is time to answer.
  limitAnswer(event, context);
  sessionStart(call.input, call.format, context);
}

/** The log line for when the deadline ends this hook. */
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
