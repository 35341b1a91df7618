/** Hooks that only write to the inbox and start the worker. They print nothing. */

import type { HookInput } from '../agents/hook-format.ts';
import { type Payload, put } from '../capture/inbox.ts';
import { startWorker } from '../capture/start-worker.ts';
import { messageOf } from '../errors/errors.ts';
import { homeOf, inboxOf, logOf } from '../home/paths.ts';
import { native } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { log } from '../process/log.ts';
import { type Understood, understoodOf } from '../settings/kept-out.ts';
import { isExcluded } from '../settings/patterns.ts';
import { settingsInHook } from '../settings/read.ts';
import { markCompacting, markContext } from './mark-context.ts';

/** Enough to start a process on a busy machine; if not, a later hook starts the worker. */
const START_MS_MAX = 1_000;

export function handOver(event: string, input: HookInput, context: Context): void {
  // Without a transcript there is nothing to read: it is another agent, or a session that asked
  // not to be stored.
  if (input.transcriptPath === undefined) return;
  const understood = understoodOf(settingsInHook(context), context);
  if (isExcluded(understood.exclude ?? [], input.directory)) return;
  const home = homeOf(context);
  put(inboxOf(home), payloadOf(event, input, understood, context));
  for (const { error } of understood.unclear) {
    log(logOf(home), context.now(), `hook ${event}: waits in the inbox: ${messageOf(error)}`);
  }
  if (event === 'session-start') markContext(home, input, context);
  if (event === 'pre-compact') markCompacting(home, input, context);
  // The payload is written: the rest must not delay anybody.
  native().exitAfter({ wallMs: START_MS_MAX });
  startWorker(home, context);
}

/** Returns the payload. Masks the answer or leaves it out, because the inbox is on disk too. */
export function payloadOf(
  event: string,
  input: HookInput,
  { mask, exclude, unclear }: Understood,
  context: Context,
): Payload {
  // Only the main agent's Stop has the turn's answer.
  const answer = event === 'stop' && input.subagent === undefined ? input.lastAnswer : undefined;
  const keptOut = { mask: mask ?? [], exclude: exclude ?? [] };
  const isNothing = keptOut.mask.length + keptOut.exclude.length === 0;
  return {
    version: 1,
    event,
    transcriptPath: input.transcriptPath ?? '',
    ...(input.startedIn === undefined ? {} : { startedIn: input.startedIn }),
    ...(answer === undefined || mask === undefined
      ? {}
      : { lastAnswer: native().maskAnswer(answer, [...mask]) }),
    ...(isNothing ? {} : { keptOut }),
    ...(unclear.length === 0 ? {} : { unclear: unclear.map(({ source }) => source) }),
    receivedAtMs: context.now().getTime(),
  };
}
