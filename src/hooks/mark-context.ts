/** SessionStart: marks in a session's record what changed about its context. */

import type { Context } from '../context.ts';
import { messageOf } from '../errors.ts';
import { logOf } from '../home.ts';
import { log } from '../log.ts';
import { appendLine, readRecord, recordPath } from '../recalls/record.ts';
import type { HookInput } from './input.ts';

/** What was brought back before a compaction has left the context; what a fork copied is in it. */
export function markContext(home: string, input: HookInput, context: Context): void {
  const { session, source } = input;
  const path = recordPath(home, session);
  if (path === undefined || !MARKED.has(source ?? '')) return;
  const atMs = context.now().getTime();
  try {
    const { exists, torn } = readRecord(path);
    // Clearing gives a session a new id; an older client's that kept it has a record.
    if (source === 'clear' && !exists) return;
    appendLine(path, source === 'fork' ? { forked: true, atMs } : { compacted: true, atMs }, torn);
  } catch (error) {
    log(logOf(home), context.now(), `recall: ${messageOf(error)}`);
  }
}

const MARKED: ReadonlySet<string> = new Set(['compact', 'clear', 'fork']);
