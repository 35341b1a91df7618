/** The worker: drains the inbox, derives again what an older build derived, and embeds what waits. One at a time, by the ingest lock. */

import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { agentOf } from '../agents/find.ts';
import { missedIn } from '../capture/catch-up.ts';
import { type InboxItem, type Payload, remove, removeUnfinished } from '../capture/inbox.ts';
import { FolderPolicies, isHeld, waitingIn } from '../capture/waiting.ts';
import { openOptionsInHook } from '../database/open.ts';
import { cleanBackups } from '../forget/pending.ts';
import { finishRemoval, RETRY_MS } from '../forget/unfinished.ts';
import { homeOf, inboxOf, logOf } from '../home.ts';
import { type Memory, native, openForRepair, openForWriting, translated } from '../memory.ts';
import { type KeptOut, keptOutOf, NOTHING_KEPT_OUT, united } from '../privacy/kept-out.ts';
import type { Context } from '../process/context.ts';
import { codeOf, messageOf } from '../process/errors.ts';
import { log, logOnce } from '../process/log.ts';
import { expireRecords } from '../recalls/expire.ts';
import { noteUsed } from '../recalls/used.ts';
import { noteCounts, saved } from '../salvage/damaged-copies.ts';
import { saveWaiting } from '../salvage/salvage.ts';
import { requireReadable } from '../settings/file.ts';
import { settingsInHook } from '../settings/in-hook.ts';

/** What remains after that continues at the next hook. */
const RUN_MS_MAX = 60_000;

/** One transcript that grows without end must not keep the others waiting for ever. */
const SHARE_MS = 20_000;

/** The client writes a turn's last lines up to 0.1 s after Stop; a loaded machine is slower. */
const ANSWER_WAIT_MS = 1_000;
const ANSWER_POLL_MS = 50;

/** Runs the worker; it has nobody to fail to but the log. */
export async function runWorker(context: Context): Promise<void> {
  try {
    await drain(context);
  } catch (error) {
    const reason = messageOf(error);
    log(logOf(homeOf(context)), context.now(), `worker: ${reason}`);
  }
}

/** Drains until nothing is left or the time is over. Leaves at once when another worker runs. */
async function drain(context: Context): Promise<void> {
  const home = homeOf(context);
  const inbox = inboxOf(home);
  const until = context.uptimeMs() + RUN_MS_MAX;
  do {
    const lock = native().IngestLock.tryAcquire(home, 'drain', context.now().getTime());
    // The one that holds it looks again after unlocking: nothing is lost.
    if (lock === null) return;
    try {
      await drainRepairing(home, until, context);
    } finally {
      lock.release();
    }
  } while (context.uptimeMs() < until && waitingIn(inbox, context).items.length > 0);
}

/** Damage deep in the file shows only when it is met: then it is moved aside and begun anew. */
async function drainRepairing(home: string, until: number, context: Context): Promise<void> {
  // What waits in the inbox stays there until the settings are repaired.
  await requireReadable(home);
  const setting = settingsInHook(context);
  const own = keptOutOf(setting, context);
  const options = openOptionsInHook(setting, context);
  try {
    await drainInto(openForWriting(options), own, until, context);
  } catch (error) {
    if (codeOf(error) !== 'DATABASE_CORRUPT') throw error;
    const repaired = openForRepair(options);
    // The file is sound: what is damaged is another one.
    if (repaired.movedAside === null) throw error;
    await drainInto(repaired, own, until, context);
  }
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
  removeUnfinished(inboxOf(home), nowMs);
  const unfinished = await finishRemoval(memory, home, nowMs, RETRY_MS);
  if (unfinished !== undefined) {
    logOnce(logOf(home), context.now(), `what was removed is still in the file: ${unfinished}`);
  }
  await expireRecords(home, nowMs);
  // First: what was forgotten in a damaged database is not to come back from a transcript. One that
  // takes longer leaves the other half of the time to what waits.
  await saveDamaged(memory, home, (context.uptimeMs() + until) / 2, context);
  await drainAll(memory, own, until, context);
  await noteCounts(memory, home);
}

async function drainAll(
  memory: Memory,
  own: KeptOut,
  until: number,
  context: Context,
): Promise<void> {
  const home = homeOf(context);
  const inbox = inboxOf(home);
  const inTime = () => context.uptimeMs() < until;
  const started = new Set<string>();
  const policies = new FolderPolicies();
  /** What a payload says, and its neighbours said, holds beside the worker's own settings. */
  const keepOut = (keptOut: KeptOut) => {
    const { mask, exclude } = united(own, keptOut);
    translated(() => memory.keepOut([...mask], [...exclude]));
  };
  let missed: string[] | undefined;
  // Text first: it is searchable at once. What hooks missed and vectors follow, unless news came
  // meanwhile.
  while (inTime()) {
    const { items, held, superseded } = waitingIn(inbox, context);
    for (const item of superseded) remove(item.path);
    for (const item of items) {
      if (!inTime()) return;
      keepOut(item.keptOut);
      policies.add(item.payload.transcriptPath, item.keptOut);
      await take(memory, item, inTime, context);
      // Its neighbours are of a project that a session is begun in: they are to be known too.
      const { event, transcriptPath } = item.payload;
      if (event === 'session-start') started.add(dirname(transcriptPath));
    }
    if (items.length > 0) continue;
    if (missed === undefined) {
      keepOut(NOTHING_KEPT_OUT);
      await saveDamaged(memory, home, until, context);
      await cleanSome(memory, context);
      missed = missedIn(memory, started, context);
    }
    const path = missed.shift();
    if (path !== undefined) {
      if (isHeld(path, held)) continue;
      keepOut(policies.of(path));
      await takeMissed(memory, path, inTime, context);
    } else if (!workOn(memory)) return;
  }
}

/** What goes wrong with a backup is noted, and `mementor doctor` tells it. Nothing of it stops this work. */
async function cleanSome(memory: Memory, context: Context): Promise<void> {
  const home = homeOf(context);
  try {
    await cleanBackups(memory, home, context.now().getTime(), RETRY_MS);
  } catch (error) {
    logOnce(logOf(home), context.now(), `backups: ${messageOf(error)}`);
  }
}

/** Derives again what an older build derived, and embeds; returns whether there may be more. */
function workOn(memory: Memory): boolean {
  const derives = memory.rebuild() !== null;
  const embeds = embedSome(memory);
  return derives || embeds;
}

/** What a damaged database held comes back by itself, as far as it can be read. */
async function saveDamaged(
  memory: Memory,
  home: string,
  until: number,
  context: Context,
): Promise<void> {
  const left = AbortSignal.timeout(Math.max(0, Math.round(until - context.uptimeMs())));
  for (const { path, outcome } of await saveWaiting(memory, home, { interrupted: left })) {
    log(logOf(home), context.now(), `saved ${saved(outcome)} of ${path}`);
  }
}

async function take(
  memory: Memory,
  item: InboxItem,
  inTime: () => boolean,
  context: Context,
): Promise<void> {
  const { payload } = item;
  const end = context.uptimeMs() + SHARE_MS;
  const goesOn = () => inTime() && context.uptimeMs() < end;
  try {
    // What is not read to its end stays in the inbox, and is gone on with after the others.
    if (!(await takeTranscript(memory, payload.transcriptPath, goesOn))) return;
    const { transcripts } = agentOf(payload.transcriptPath, context);
    for (const { path } of await transcripts.subagentsOf(payload.transcriptPath)) {
      if (!(await takeTranscript(memory, path, goesOn))) return;
    }
    if (payload.lastAnswer !== undefined) {
      await takeAnswer(memory, payload.transcriptPath, payload.lastAnswer, context);
    }
    noteUsed(memory, payload.transcriptPath, stoppedMs(payload), context);
  } catch (error) {
    if (!isOfThisTranscript(error)) throw error;
    const reason = messageOf(error);
    log(logOf(homeOf(context)), context.now(), `ingest ${payload.event}: ${reason}`);
  }
  remove(item.path);
}

/** Returns when the last answer was complete, as far as a payload says so. */
function stoppedMs({ event, lastAnswer, receivedAtMs }: Payload): number | undefined {
  // A subagent's Stop carries no answer.
  const stopped = event === 'session-end' || (event === 'stop' && lastAnswer !== undefined);
  return stopped ? receivedAtMs : undefined;
}

/** Trying again would fail again; a busy or full disk is another matter and keeps the payload. */
function isOfThisTranscript(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'TRANSCRIPT_UNREADABLE' || code === 'INTERNAL';
}

/**
 * Returns whether a transcript was read to its end within the worker's minute. One that does not
 * exist is none: at its start, and for sessions that keep nothing.
 */
async function takeTranscript(
  memory: Memory,
  path: string,
  inTime: () => boolean,
): Promise<boolean> {
  if (await isMissing(path)) return true;
  while (!memory.ingest(path).done) {
    if (!inTime()) return false;
    await sleep(0);
  }
  return true;
}

/** What cannot even be looked at, such as a link that leads to itself, is for the core to refuse. */
async function isMissing(path: string): Promise<boolean> {
  return await stat(path).then(
    () => false,
    (error: unknown) => codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR',
  );
}

/** Waits for the last answer to reach the transcript; one that does not come is stored as told. */
async function takeAnswer(
  memory: Memory,
  path: string,
  answer: string,
  context: Context,
): Promise<void> {
  const until = context.uptimeMs() + ANSWER_WAIT_MS;
  while (!memory.holdsAnswer(path, answer)) {
    if (context.uptimeMs() >= until) {
      memory.reportAnswer(path, answer, context.now().getTime());
      return;
    }
    await sleep(ANSWER_POLL_MS);
    await takeTranscript(memory, path, () => context.uptimeMs() < until);
  }
}

/** One that cannot be read keeps none of the others waiting; `mementor doctor` names it. */
async function takeMissed(
  memory: Memory,
  path: string,
  inTime: () => boolean,
  context: Context,
): Promise<void> {
  try {
    // Between two steps all is stored: what remains is missed by the next worker.
    while (inTime() && !memory.ingest(path).done) await sleep(0);
    noteUsed(memory, path, undefined, context);
  } catch (error) {
    if (!isOfThisTranscript(error)) throw error;
    const reason = messageOf(error);
    logOnce(logOf(homeOf(context)), context.now(), `catch up: ${reason}`);
  }
}

/** Returns whether there may be more to embed. */
function embedSome(memory: Memory): boolean {
  const report = memory.embedWaiting();
  return report.waiting > 0 && report.embedded > 0;
}
