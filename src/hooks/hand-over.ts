/** Hooks that only hand over: they write to the inbox, start the worker, and print nothing. */

import { settingsInHook } from '../config.ts';
import type { Context } from '../context.ts';
import { isExcluded } from '../excluded.ts';
import { homeOf, inboxOf } from '../home.ts';
import { put } from '../inbox.ts';
import { native } from '../memory.ts';
import type { HookInput } from './input.ts';
import { markCompacting, markContext } from './mark-context.ts';
import { startWorker } from './start-worker.ts';

/** Enough to start a process on a machine that is busy. */
const START_MS_MAX = 500;

export function handOver(event: string, input: HookInput, context: Context): void {
  // Without a transcript there is nothing to read: another agent, or a session that asked not to
  // be kept.
  if (input.transcriptPath === undefined) return;
  const setting = settingsInHook(context);
  if (isExcluded(input, setting, context)) return;
  const home = homeOf(context);
  if (event === 'session-start') markContext(home, input, context);
  if (event === 'pre-compact') markCompacting(home, input, context);
  put(inboxOf(home), {
    version: 1,
    event,
    transcriptPath: input.transcriptPath,
    // Only the main agent's Stop has the answer of the turn. Masked here: the inbox is a file too.
    ...(event === 'stop' && input.lastAnswer !== undefined && input.agent === undefined
      ? { lastAnswer: native().mask(input.lastAnswer, [...setting('mask')]) }
      : {}),
    receivedAtMs: context.now().getTime(),
  });
  // What was handed over must not wait for the next hook because this one became late meanwhile.
  native().exitAfter(START_MS_MAX);
  startWorker(home, context);
}
