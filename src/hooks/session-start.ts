/** The hook of a session's start: gives it what is known, usually in a few hundred tokens. */

import type { HookFormat, HookInput } from '../agents/hook-format.ts';
import { takeInForHook } from '../capture/waiting-notes.ts';
import { openOptionsInHook } from '../database/open.ts';
import { MementorError, messageOf } from '../errors/errors.ts';
import { homeOf, logOf } from '../home/paths.ts';
import { type Block, native, openForReading } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { log } from '../process/log.ts';
import type { ToldLine } from '../recalls/lines.ts';
import { appendLine, readRecord, recordPath } from '../recalls/record.ts';
import { silenceReason } from '../recalls/silence-reason.ts';
import { type SettingsInHook, settingsInHook } from '../settings/read.ts';

/** SQLite readers are never blocked for long; the hook would rather add nothing than be late. */
const BUSY_MS = 200;

/**
 * Gives a session what is known when it starts, and after a compaction about itself. A fork's
 * context has what its parent got.
 */
export function sessionStart(input: HookInput, format: HookFormat, context: Context): void {
  const { directory, session, start } = input;
  const { replyAtStart } = format;
  if (input.subagent !== undefined || start === 'forked' || replyAtStart === undefined) return;
  const setting = settingsInHook(context);
  if (silenceReason({ directory, session }, setting, context) !== undefined) return;
  const compacted = start === 'compacted';
  const budget = setting('context-budget');
  const block = blockFor(
    { directory, session: session ?? '', compacted, budget },
    setting,
    context,
  );
  if (block === undefined || block.text === '') return;
  context.stdout.write(replyAtStart(block.text));
  record(input, block, setting, context);
}

interface Starting {
  readonly directory: string;
  readonly session: string;
  readonly compacted: boolean;
  readonly budget: number;
}

/** Returns undefined without a memory. */
function blockFor(
  starting: Starting,
  setting: SettingsInHook,
  context: Context,
): Block | undefined {
  try {
    const memory = openForReading({ ...openOptionsInHook(setting, context), busyMs: BUSY_MS });
    takeInForHook(memory, homeOf(context));
    return memory.context(starting);
  } catch (error) {
    if (error instanceof MementorError && error.code === 'DATABASE_MISSING') return undefined;
    throw error;
  }
}

/**
 * All of the block was stored, and so it was masked by our own rules: compiling them again would
 * cost more than opening the memory. Patterns of the person may be younger than what is stored.
 */
function recorded(text: string, setting: SettingsInHook): string {
  const mask = setting('mask');
  return mask.length === 0 ? text : native().maskAnswer(text, [...mask]);
}

/** A session without a transcript asked not to be stored. */
function record(input: HookInput, block: Block, setting: SettingsInHook, context: Context): void {
  const path = recordPath(homeOf(context), input.session);
  if (path === undefined || input.transcriptPath === undefined) return;
  const line: ToldLine = {
    atMs: context.now().getTime(),
    told: input.start === 'compacted' ? 'compaction' : 'start',
    directory: input.directory,
    text: recorded(block.text, setting),
    tokens: block.tokens,
    layers: block.layers,
    notes: block.notes,
    hookMs: Math.round(context.uptimeMs()),
  };
  try {
    appendLine(path, line, readRecord(path).torn);
  } catch (error) {
    log(logOf(homeOf(context)), context.now(), `context: ${messageOf(error)}`);
  }
}
