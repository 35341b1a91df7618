/** Ingests one transcript: a payload's, or one that hooks missed. */

import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { agentOf, placeOf, transcriptsFound } from '../agents/find.ts';
import { codeOf, messageOf } from '../errors/errors.ts';
import { homeOf, logOf } from '../home/paths.ts';
import type { InboxItem, Memory, Payload, ReportedSession } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { log, logOnce } from '../process/log.ts';
import { noteUsed } from '../recalls/used.ts';

/** A transcript that keeps growing must not block the others forever. */
const SHARE_MS = 20_000;

/** Ingests a payload's transcripts, and deletes the payload once all of them were read. */
export async function take(
  memory: Memory,
  item: InboxItem,
  inTime: () => boolean,
  context: Context,
): Promise<void> {
  const { payload } = item;
  const { transcriptPath, startedIn, lastAnswer, receivedAtMs } = payload;
  const end = context.uptimeMs() + SHARE_MS;
  const goesOn = () => inTime() && context.uptimeMs() < end;
  try {
    const { name, writesLateMs } = agentOf(transcriptPath, context);
    const subagents = transcriptsFound(context, { subagentsOf: transcriptPath });
    const reported = {
      transcript: transcriptPath,
      agent: name,
      startedIn: startedIn ?? null,
      subagents: subagents.map(({ path }) => path),
      lastAnswer: lastAnswer ?? null,
      receivedAtMs,
      lateMs: ENDS_A_TURN.has(payload.event) ? writesLateMs : 0,
    };
    // A transcript not fully read stays in the inbox and continues after the others.
    if (!(await takeAll(memory, reported, goesOn, context))) return;
    noteUsed(memory, transcriptPath, stoppedMs(payload), context);
  } catch (error) {
    if (!isOfThisTranscript(error)) throw error;
    const reason = messageOf(error);
    log(logOf(homeOf(context)), context.now(), `ingest ${payload.event}: ${reason}`);
  }
  rmSync(item.path, { force: true });
}

/** Events after which an agent may still write of the turn. */
const ENDS_A_TURN: ReadonlySet<string> = new Set(['stop', 'session-end']);

/** Takes in what is reported. Returns whether that was done in time. */
async function takeAll(
  memory: Memory,
  reported: ReportedSession,
  inTime: () => boolean,
  context: Context,
): Promise<boolean> {
  while (true) {
    const uptimeMs = Math.round(context.uptimeMs());
    const { done, waitMs } = memory.takeReported(reported, +context.now(), uptimeMs);
    if (done) return true;
    if (!inTime()) return false;
    await sleep(waitMs);
  }
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

/** An unreadable transcript does not block the others; `mementor doctor` reports it. */
export async function takeMissed(
  memory: Memory,
  path: string,
  inTime: () => boolean,
  context: Context,
): Promise<void> {
  try {
    // Each step is committed: the next worker finds the rest as missed.
    const { agent } = placeOf(path, context);
    const missed = { startedIn: null, subagents: [], lastAnswer: null, receivedAtMs: 0, lateMs: 0 };
    await takeAll(memory, { transcript: path, agent, ...missed }, inTime, context);
    noteUsed(memory, path, undefined, context);
  } catch (error) {
    if (!isOfThisTranscript(error)) throw error;
    const reason = messageOf(error);
    logOnce(logOf(homeOf(context)), context.now(), `catch up: ${reason}`);
  }
}
