/** The prompt hook: injects relevant past turns into the agent's context, usually none. */

import { existsSync, statSync } from 'node:fs';
import type { HookFormat, HookInput } from '../agents/hook-format.ts';
import { put } from '../capture/inbox.ts';
import { startWorkerForInbox } from '../capture/start-worker.ts';
import { takeInForHook } from '../capture/waiting-notes.ts';
import { openOptionsInHook } from '../database/open.ts';
import { MementorError } from '../errors/errors.ts';
import { claim } from '../home/claims.ts';
import { databaseOf, homeOf, inboxOf } from '../home/paths.ts';
import { type Memory, native, openForReading } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { inject, type Recaller } from '../recalls/inject.ts';
import { NOTHING_FOUND } from '../recalls/prompt-line.ts';
import { type KeptOut, keptOutOf } from '../settings/kept-out.ts';
import { isExcluded } from '../settings/patterns.ts';
import { settingsInHook } from '../settings/read.ts';
import { payloadOf } from './hand-over.ts';

/** SQLite readers are never blocked for long; the hook would rather inject nothing than be late. */
export const BUSY_MS = 200;

/**
 * The client appends a few lines of its own after each turn; only more bytes count as new content.
 */
const BEHIND_BYTES_MIN = 64 * 1024;

/** `open` returns the memory, if there is one; called at most once for a prompt. */
export function userPromptSubmit(
  input: HookInput,
  format: HookFormat,
  context: Context,
  open: () => Memory | undefined = () => openNow(context),
): void {
  // A model, not the user, writes a subagent's prompts.
  const { prompt, session, transcriptPath, directory } = input;
  if (prompt === undefined || input.subagent !== undefined) return;
  const home = homeOf(context);
  const setting = settingsInHook(context);
  // Throws if the settings are invalid: then the hook injects nothing and writes no payload.
  const keptOut = keptOutOf(setting, context);
  if (isExcluded(keptOut.exclude, directory)) return;
  // A server may answer prompts too: whoever claims this one does all of it.
  if (!claim(home, input.promptId)) return;
  // Opened lazily: most prompts are dismissed by their text alone.
  let opened: { readonly memory: Memory | undefined } | undefined;
  const memory = () => {
    opened ??= { memory: opening(open, home) };
    return opened.memory;
  };
  const recaller = recallerFor(prompt, home, memory);
  if (recaller !== undefined) {
    const asked = { prompt, directory, session, transcriptPath };
    inject(recaller, asked, { setting, reply: format.reply }, context);
  }
  catchUp(memory, home, input, keptOut, context);
}

/**
 * Returns the recaller: a stub if the core dismisses the prompt by its text, else the memory, if
 * any.
 */
function recallerFor(
  prompt: string,
  home: string,
  memory: () => Memory | undefined,
): Recaller | undefined {
  const dismissed = native().dismissal(prompt);
  if (dismissed === null) return memory();
  return existsSync(databaseOf(home))
    ? { recall: () => ({ ...NOTHING_FOUND, dismissed }) }
    : undefined;
}

function opening(open: () => Memory | undefined, home: string): Memory | undefined {
  const memory = open();
  if (memory !== undefined) takeInForHook(memory, home);
  return memory;
}

function openNow(context: Context): Memory | undefined {
  const options = openOptionsInHook(settingsInHook(context), context);
  try {
    return openForReading({ ...options, busyMs: BUSY_MS });
  } catch (error) {
    if (error instanceof MementorError && error.code === 'DATABASE_MISSING') return undefined;
    throw error;
  }
}

/** Starts the worker if a transcript is behind: an interrupted turn, for example, has no Stop. */
function catchUp(
  memory: () => Memory | undefined,
  home: string,
  input: HookInput,
  keptOut: KeptOut,
  context: Context,
): void {
  const inbox = inboxOf(home);
  if (isBehind(memory, input.transcriptPath)) {
    put(inbox, payloadOf('user-prompt-submit', input, { ...keptOut, unclear: [] }, context));
  }
  startWorkerForInbox(home, context);
}

function isBehind(memory: () => Memory | undefined, path: string | undefined): boolean {
  if (path === undefined) return false;
  const size = sizeOf(path);
  if (size <= BEHIND_BYTES_MIN) return false;
  const read = memory()?.transcriptOffset(path) ?? 0;
  return size - read > BEHIND_BYTES_MIN;
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}
