/**
 * The worker: drains the inbox, derives data of older builds again, and embeds waiting chunks. The
 * ingest lock allows one at a time.
 */

import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { FolderPolicies, isHeld, waitingIn } from '../capture/waiting.ts';
import { takeInForGood } from '../capture/waiting-notes.ts';
import { openOptionsInHook } from '../database/open.ts';
import { RETRY_MS, repairing } from '../database/writing.ts';
import { messageOf } from '../errors/errors.ts';
import { homeOf, logOf } from '../home/paths.ts';
import { type IngestLock, type Memory, native, surroundingsOf, translated } from '../memory.ts';
import { tidyDaily } from '../operations/notes/tidy.ts';
import type { Context } from '../process/context.ts';
import { log, logOnce } from '../process/log.ts';
import { salvage, saved } from '../salvage/damaged-copies.ts';
import { type KeptOut, keptOutOf, NOTHING_KEPT_OUT, united } from '../settings/kept-out.ts';
import { requireParsed } from '../settings/problems.ts';
import { settingsInHook } from '../settings/read.ts';
import { take, takeMissed } from './take.ts';

/** The next hook's worker continues with the rest. */
const RUN_MS_MAX = 60_000;

/** Runs the worker; errors can only go to the log. */
export async function runWorker(context: Context): Promise<void> {
  try {
    await drain(context);
  } catch (error) {
    const reason = messageOf(error);
    log(logOf(homeOf(context)), context.now(), `worker: ${reason}`);
  }
}

/** Drains until the inbox is empty or the time is up. Returns at once if another worker runs. */
async function drain(context: Context): Promise<void> {
  const home = homeOf(context);
  const until = context.uptimeMs() + RUN_MS_MAX;
  do {
    const lock = native().IngestLock.tryAcquire(home, 'drain', context.now().getTime());
    // The lock's holder checks the inbox again after unlocking: nothing is lost.
    if (lock === null) return;
    try {
      await drainRepairing(lock, until, context);
    } finally {
      lock.release();
    }
  } while (context.uptimeMs() < until && waitingIn(home, context).items.length > 0);
}

/**
 * Deep damage shows only when it is read: then the database is moved aside and a new one created.
 */
async function drainRepairing(lock: IngestLock, until: number, context: Context): Promise<void> {
  // Payloads stay in the inbox until the settings are repaired.
  await requireParsed(context);
  const setting = settingsInHook(context);
  const own = keptOutOf(setting, context);
  const options = openOptionsInHook(setting, context);
  await repairing(lock, options, (memory) => drainInto(memory, own, until, context));
}

async function drainInto(
  memory: Memory,
  own: KeptOut,
  until: number,
  context: Context,
): Promise<void> {
  const home = homeOf(context);
  if (memory.movedAside !== null) {
    log(logOf(home), context.now(), `moved a damaged database to ${memory.movedAside}`);
  }
  const nowMs = context.now().getTime();
  translated(() => native().tidyHome(home, nowMs));
  const unfinished = translated(() => memory.finishRemoval(nowMs, RETRY_MS, false));
  if (unfinished !== null) {
    logOnce(logOf(home), context.now(), `what was removed is still in the file: ${unfinished}`);
  }
  // First, because turns forgotten in a damaged database must not come back from a transcript. If
  // it takes longer, the other half of the time remains for the inbox.
  await saveDamaged(memory, (context.uptimeMs() + until) / 2, context);
  await drainAll(memory, own, until, context);
  if (context.uptimeMs() < until) await tidyDaily(memory, context);
  translated(() => memory.noteCounts());
}

async function drainAll(
  memory: Memory,
  own: KeptOut,
  until: number,
  context: Context,
): Promise<void> {
  const home = homeOf(context);
  const inTime = () => context.uptimeMs() < until;
  const started = new Set<string>();
  const policies = new FolderPolicies();
  /**
   * Applies the rules of a payload, and of others of its folder, in addition to the worker's own
   * settings.
   */
  const keepOut = (keptOut: KeptOut) => {
    const { mask, exclude } = united(own, keptOut);
    translated(() => memory.keepOut([...mask], [...exclude]));
  };
  let missed: string[] | undefined;
  // Text first: it is searchable at once. Missed transcripts and vectors follow, unless new
  // payloads arrive meanwhile.
  while (inTime()) {
    takeInForGood(memory, home);
    const { items, held, superseded } = waitingIn(home, context);
    for (const item of superseded) rmSync(item.path, { force: true });
    for (const item of items) {
      if (!inTime()) return;
      keepOut(item.keptOut);
      policies.add(item.payload.transcriptPath, item.keptOut);
      await take(memory, item, inTime, context);
      // A session was started in this project, so its other transcripts are to be ingested too.
      const { event, transcriptPath } = item.payload;
      if (event === 'session-start') started.add(dirname(transcriptPath));
    }
    if (items.length > 0) continue;
    if (missed === undefined) {
      keepOut(NOTHING_KEPT_OUT);
      await saveDamaged(memory, until, context);
      cleanSome(memory, context);
      missed = translated(() => memory.missed([...started], surroundingsOf(context)));
    }
    const path = missed.shift();
    if (path !== undefined) {
      if (isHeld(path, held)) continue;
      keepOut(policies.of(path));
      await takeMissed(memory, path, inTime, context);
    } else if (!workOn(memory)) return;
  }
}

/** A backup's errors are recorded for `mementor doctor`, and never stop this work. */
function cleanSome(memory: Memory, context: Context): void {
  try {
    translated(() => memory.finishRemoval(context.now().getTime(), RETRY_MS, true));
  } catch (error) {
    logOnce(logOf(homeOf(context)), context.now(), `backups: ${messageOf(error)}`);
  }
}

/**
 * Derives data of older builds again, prepares what the next session gets, and embeds. Returns
 * whether there may be more work.
 */
function workOn(memory: Memory): boolean {
  const derives = memory.rebuild() !== null;
  // What is derived again is prepared again afterwards.
  const prepares = !derives && memory.prepareContexts(1) > 0;
  const embeds = embedSome(memory);
  return derives || prepares || embeds;
}

/** Salvages damaged databases automatically, as far as they can be read. */
async function saveDamaged(memory: Memory, until: number, context: Context): Promise<void> {
  const left = AbortSignal.timeout(Math.max(0, Math.round(until - context.uptimeMs())));
  for (const { path, outcome } of await salvage(memory, { interrupted: left })) {
    log(logOf(homeOf(context)), context.now(), `saved ${saved(outcome)} of ${path}`);
  }
}

/** Embeds a batch; returns whether there may be more to embed. */
function embedSome(memory: Memory): boolean {
  const report = memory.embedWaiting();
  return report.waiting > 0 && report.embedded > 0;
}
