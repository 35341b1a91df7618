/** Ingests one transcript: a payload's, or one that hooks missed. */

import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { agentOf } from '../agents/find.ts';
import { type InboxItem, type Payload, remove } from '../capture/inbox.ts';
import { codeOf, messageOf } from '../errors/errors.ts';
import { holdingFile } from '../files/holding-file.ts';
import { homeOf, logOf } from '../home/paths.ts';
import type { Memory } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { log, logOnce } from '../process/log.ts';
import { noteUsed } from '../recalls/used.ts';

/** A transcript that keeps growing must not block the others forever. */
const SHARE_MS = 20_000;

/** The client writes a turn's last lines up to 0.1 s after Stop; a loaded machine is slower. */
const ANSWER_WAIT_MS = 1_000;
const ANSWER_POLL_MS = 50;

/** Ingests a payload's transcripts, and deletes the payload once all of them were read. */
export async function take(
  memory: Memory,
  item: InboxItem,
  inTime: () => boolean,
  context: Context,
): Promise<void> {
  const { payload } = item;
  const end = context.uptimeMs() + SHARE_MS;
  const goesOn = () => inTime() && context.uptimeMs() < end;
  try {
    // A transcript not fully read stays in the inbox and continues after the others.
    const { startedIn } = payload;
    if (!(await takeTranscript(memory, payload.transcriptPath, goesOn, context, startedIn))) return;
    const { transcripts, writesLateMs } = agentOf(payload.transcriptPath, context);
    if (!(await takeLate(memory, payload, writesLateMs ?? 0, goesOn, context))) return;
    for (const { path } of await transcripts.subagentsOf(payload.transcriptPath)) {
      if (!(await takeTranscript(memory, path, goesOn, context))) return;
    }
    if (payload.lastAnswer !== undefined) {
      await takeAnswer(memory, payload, payload.lastAnswer, context);
    }
    noteUsed(memory, payload.transcriptPath, stoppedMs(payload), context);
  } catch (error) {
    if (!isOfThisTranscript(error)) throw error;
    const reason = messageOf(error);
    log(logOf(homeOf(context)), context.now(), `ingest ${payload.event}: ${reason}`);
  }
  remove(item.path);
}

/** Returns when the last answer was complete, if the payload shows that it was. */
function stoppedMs({ event, lastAnswer, receivedAtMs }: Payload): number | undefined {
  // A subagent's Stop has no answer.
  const stopped = event === 'session-end' || (event === 'stop' && lastAnswer !== undefined);
  return stopped ? receivedAtMs : undefined;
}

/** A retry would fail again. A busy or full disk, however, keeps the payload. */
function isOfThisTranscript(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'TRANSCRIPT_UNREADABLE' || code === 'INTERNAL';
}

/**
 * Returns whether a transcript was fully read in time. A missing transcript counts as read: a new
 * session has none yet, and sessions that store nothing never have one.
 */
async function takeTranscript(
  memory: Memory,
  path: string,
  inTime: () => boolean,
  context: Context,
  startedIn?: string,
): Promise<boolean> {
  if (await isMissing(path)) return true;
  const { name } = agentOf(path, context);
  while (!memory.ingest(path, null, name, startedIn).done) {
    if (!inTime()) return false;
    await sleep(0);
  }
  return true;
}

/** How often a transcript is read while its agent may still write. */
const LATE_POLL_MS = 100;

/**
 * Reads what the agent writes after the hook of a turn's end, the first line included. Returns
 * whether all of it was read in time.
 */
async function takeLate(
  memory: Memory,
  { event, transcriptPath, receivedAtMs }: Payload,
  lateMs: number,
  inTime: () => boolean,
  context: Context,
): Promise<boolean> {
  if (event !== 'stop' && event !== 'session-end') return true;
  const leftMs = receivedAtMs + lateMs - context.now().getTime();
  // A clock that was set back does not keep the worker here.
  const until = context.uptimeMs() + Math.min(leftMs, lateMs);
  while (context.uptimeMs() < until) {
    await sleep(LATE_POLL_MS);
    if (!(await takeTranscript(memory, transcriptPath, inTime, context))) return false;
  }
  return true;
}

/** Leaves other stat errors, such as a link to itself, for the core to report. */
async function isMissing(path: string): Promise<boolean> {
  return await stat(holdingFile(path)).then(
    () => false,
    (error: unknown) => codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR',
  );
}

/** Waits for the last answer to reach the transcript; otherwise stores the payload's answer. */
async function takeAnswer(
  memory: Memory,
  { transcriptPath: path, receivedAtMs }: Payload,
  answer: string,
  context: Context,
): Promise<void> {
  const until = context.uptimeMs() + ANSWER_WAIT_MS;
  while (!memory.holdsAnswer(path, answer, receivedAtMs)) {
    if (context.uptimeMs() >= until) {
      memory.reportAnswer(path, answer, receivedAtMs);
      return;
    }
    await sleep(ANSWER_POLL_MS);
    await takeTranscript(memory, path, () => context.uptimeMs() < until, context);
  }
}

/** An unreadable transcript does not block the others; `mementor doctor` reports it. */
export async function takeMissed(
  memory: Memory,
  path: string,
  inTime: () => boolean,
  context: Context,
): Promise<void> {
  try {
    // Each step is committed: the next worker finds the rest as missed.
    const { name } = agentOf(path, context);
    while (inTime() && !memory.ingest(path, null, name).done) await sleep(0);
    noteUsed(memory, path, undefined, context);
  } catch (error) {
    if (!isOfThisTranscript(error)) throw error;
    const reason = messageOf(error);
    logOnce(logOf(homeOf(context)), context.now(), `catch up: ${reason}`);
  }
}
