/** Takes in the notes that wait, for a command that only reads. */

import { startWorkerForInbox } from '../capture/start-worker.ts';
import { areNotesWaiting, takeInForGood, takeInWithoutLock } from '../capture/waiting-notes.ts';
import { messageOf } from '../errors/errors.ts';
import { homeOf } from '../home/paths.ts';
import { type Memory, native, translated } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { style } from '../process/style.ts';

/** Goes on without notes that cannot be stored now, and says so. */
export function takeInWaiting(memory: Memory, context: Context): void {
  const home = homeOf(context);
  if (!areNotesWaiting(home)) return;
  try {
    takeIn(memory, home, context);
  } catch (error) {
    const paint = style(context.stderr, context.env);
    const what = `notes that were handed over are not in this answer yet: ${messageOf(error)}`;
    context.stderr.write(`${paint.yellow('warning:')} ${what}\n`);
  }
}

function takeIn(memory: Memory, home: string, context: Context): void {
  const nowMs = context.now().getTime();
  const lock = translated(() => native().IngestLock.tryAcquire(home, context.command, nowMs));
  if (lock === null) {
    takeInWithoutLock(memory, home);
    return;
  }
  try {
    takeInForGood(memory, home);
  } finally {
    lock.release();
    // A worker that was started meanwhile found the lock taken, and has ended.
    startWorkerForInbox(home, context);
  }
}
