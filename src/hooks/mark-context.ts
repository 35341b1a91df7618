/** Records changes of a session's context, at session start and at compaction. */

import type { HookInput } from '../agents/hook-format.ts';
import { messageOf } from '../errors/errors.ts';
import { logOf } from '../home/paths.ts';
import type { Context } from '../process/context.ts';
import { log } from '../process/log.ts';
import type { Mark } from '../recalls/lines.ts';
import { appendLine, readRecord, recordPath } from '../recalls/record.ts';

/**
 * After a compaction, injected turns are no longer in the context; a fork's context has its
 * parent's.
 */
export function markContext(home: string, input: HookInput, context: Context): void {
  const { start } = input;
  if (start === undefined) return;
  const atMs = context.now().getTime();
  const line: Mark = start === 'forked' ? { forked: true, atMs } : { compacted: true, atMs };
  // Clearing gives a session a new id. A session of an older client keeps its id, and so has a
  // record.
  mark(home, input, line, start === 'cleared', context);
}

/** A compaction triggered by a prompt keeps that prompt and its injected turns in the context. */
export function markCompacting(home: string, input: HookInput, context: Context): void {
  // A subagent's context is separate from the session's.
  if (!input.compactsByItself || input.subagent !== undefined) return;
  mark(home, input, { compacting: 'auto', atMs: context.now().getTime() }, true, context);
}

function mark(
  home: string,
  { session }: HookInput,
  line: Mark,
  onlyRecorded: boolean,
  context: Context,
): void {
  const path = recordPath(home, session);
  if (path === undefined) return;
  try {
    const { exists, torn } = readRecord(path);
    if (exists || !onlyRecorded) appendLine(path, line, torn);
  } catch (error) {
    log(logOf(home), context.now(), `recall: ${messageOf(error)}`);
  }
}
