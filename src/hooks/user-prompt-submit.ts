/** The hook of a prompt: gives the agent the past turns that a prompt deserves, usually none. */

import { existsSync, statSync } from 'node:fs';
import type { HookFormat, HookInput } from '../agents/hook-format.ts';
import { isEmpty, put } from '../capture/inbox.ts';
import { openOptionsInHook } from '../database/open.ts';
import { databaseOf, homeOf, inboxOf } from '../home.ts';
import { type Memory, native, openForReading } from '../memory.ts';
import { isExcluded } from '../privacy/excluded.ts';
import { type KeptOut, keptOutOf } from '../privacy/kept-out.ts';
import type { Context } from '../process/context.ts';
import { MementorError } from '../process/errors.ts';
import { bringBack, type Recaller } from '../recalls/bring-back.ts';
import { NOTHING_FOUND } from '../recalls/prompt-line.ts';
import { type SettingsInHook, settingsInHook } from '../settings/in-hook.ts';
import { startWorker } from '../worker/start-worker.ts';
import { payloadOf } from './hand-over.ts';

/** Readers are never blocked for long; a hook would rather be silent than late. */
const BUSY_MS = 200;

/** The client appends a few lines of its own after each turn; only more than that is news. */
const BEHIND_BYTES_MIN = 64 * 1024;

export function userPromptSubmit(input: HookInput, format: HookFormat, context: Context): void {
  // A subagent's prompts are written by a model.
  const { prompt, session, transcriptPath, directory } = input;
  if (prompt === undefined || input.subagent !== undefined) return;
  const home = homeOf(context);
  const setting = settingsInHook(context);
  // Throws where that cannot be told: then nothing is said, and nothing handed over.
  const keptOut = keptOutOf(setting, context);
  if (isExcluded(keptOut.exclude, directory)) return;
  // Opened for what needs it: most prompts are dismissed as they stand.
  let opened: { readonly memory: Memory | undefined } | undefined;
  const memory = () => {
    opened ??= { memory: open(setting, context) };
    return opened.memory;
  };
  const recaller = recallerFor(prompt, home, memory);
  if (recaller !== undefined) {
    const asked = { prompt, directory, session, transcriptPath };
    bringBack(recaller, asked, { setting, reply: format.reply }, context);
  }
  catchUp(memory, home, input, keptOut, context);
}

/** Returns who answers a prompt: the core by the prompt alone, or the memory, if there is one. */
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

function open(setting: SettingsInHook, context: Context): Memory | undefined {
  try {
    return openForReading({ ...openOptionsInHook(setting, context), busyMs: BUSY_MS });
  } catch (error) {
    if (error instanceof MementorError && error.code === 'DATABASE_MISSING') return undefined;
    throw error;
  }
}

/** Starts the worker when something is behind: an interrupted turn, for example, has no Stop. */
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
  if (!isEmpty(inbox)) startWorker(home, context);
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
