/** Answers a prompt as the prompt hook does, with a memory that stays open between prompts. */

import { hookCall } from '../agents/all-hook-formats.ts';
import { openOptionsInHook } from '../database/open.ts';
import { codeOf, messageOf } from '../errors/errors.ts';
import { homeOf, logOf } from '../home/paths.ts';
import { BUSY_MS, userPromptSubmit } from '../hooks/user-prompt-submit.ts';
import { markOf } from '../mcp/kept-memory.ts';
import { type Memory, openForReading } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { log } from '../process/log.ts';
import { settingsInHook } from '../settings/read.ts';

export interface Answerer {
  /** Opens the memory, if there is one: the first prompt need not wait for it. */
  readonly prepare: () => void;
  /** Returns what the hook prints for an event; an empty text for most. Never throws. */
  readonly answer: (event: string) => string;
}

/** `isProven` is called when a prompt with an id arrives: the client calls this server. */
export function answerer(isProven: () => void, context: Context): Answerer {
  let kept: { readonly mark: string; readonly memory: Memory } | undefined;
  const open = (): Memory | undefined => {
    const mark = markOf(context);
    if (kept?.mark === mark) return kept.memory;
    kept = undefined;
    const options = openOptionsInHook(settingsInHook(context), context);
    try {
      kept = { mark, memory: openForReading({ ...options, lasting: true, busyMs: BUSY_MS }) };
      return kept.memory;
    } catch (error) {
      if (codeOf(error) === 'DATABASE_MISSING') return undefined;
      throw error;
    }
  };
  const guarded = (work: () => void) => {
    try {
      work();
    } catch (error) {
      // After an error of the database the open one may be of no more use.
      kept = undefined;
      log(logOf(homeOf(context)), context.now(), `warm: ${messageOf(error)}`);
    }
  };
  return {
    prepare: () => guarded(open),
    answer: (event) => {
      let printed = '';
      const startedMs = context.uptimeMs();
      const write = (text: string) => {
        printed += text;
      };
      const asked: Context = {
        ...context,
        stdout: { write, isTTY: false },
        uptimeMs: () => context.uptimeMs() - startedMs,
      };
      guarded(() => {
        const call = hookCall(event, asked);
        // Without an id nobody knows who answers a prompt: it is left to the hook.
        if (call?.input.promptId === undefined) return;
        isProven();
        userPromptSubmit(call.input, call.format, asked, open);
      });
      return printed;
    },
  };
}
