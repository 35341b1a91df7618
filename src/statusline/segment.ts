/** What our part of the status line says, from files alone. */

import { closeSync, fstatSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { parseObject } from '../files/json-object.ts';
import { isPlainName } from '../files/plain-name.ts';
import { openRegular } from '../files/regular-file.ts';
import { homeOf, inboxOf, recallsOf } from '../home/paths.ts';
import type { World } from '../process/world.ts';
import { knownProposals } from '../reports/proposals.ts';

export interface State {
  /** How many turns and notes were added to prompts of this session. */
  readonly recalled: number;
  /** For how long the oldest payload of a hook has waited to be stored; 0 if none waits. */
  readonly waitingMs: number;
  /** Proposed notes of all projects. */
  readonly proposed: number;
}

/** A worker stores what a hook hands over in seconds; on a busy machine it may take longer. */
const BEHIND_MS_MIN = 60_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Returns the segment; an empty text if there is nothing to say. Pure. */
export function segmentOf({ recalled, waitingMs, proposed }: State): string {
  const parts = [
    ...(recalled > 0 ? [`${recalled} recalled`] : []),
    ...(proposed > 0 ? [`${proposed} to review`] : []),
    ...(waitingMs >= BEHIND_MS_MIN ? [`storing ${ageText(waitingMs)} behind`] : []),
  ];
  return parts.length === 0 ? '' : `Mementor: ${parts.join(' · ')}`;
}

function ageText(ms: number): string {
  if (ms < 2 * HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  return ms < 2 * DAY_MS ? `${Math.floor(ms / HOUR_MS)} h` : `${Math.floor(ms / DAY_MS)} days`;
}

/** Reads the state of a session. Never throws: what cannot be read is left out. */
export function stateOf(session: string | undefined, nowMs: number, world: World): State {
  const home = homeOf(world);
  return {
    recalled: or(0, () => recalledIn(home, session)),
    waitingMs: or(0, () => waitingIn(inboxOf(home), nowMs)),
    proposed: knownProposals(home),
  };
}

/** Only the end of a record is read: some hundred prompts. */
const READ_BYTES_MAX = 1024 * 1024;

function recalledIn(home: string, session: string | undefined): number {
  if (session === undefined || !isPlainName(session)) return 0;
  const text = endOf(join(recallsOf(home), `${session}.jsonl`));
  // Most lines added nothing: only the others are parsed.
  const lines = text.split('\n').filter((line) => ADDS.test(line));
  const added = lines.map((line) => parseObject(line)?.injected);
  return added.reduce<number>((sum, each) => sum + (Array.isArray(each) ? each.length : 0), 0);
}

function endOf(path: string): string {
  const file = openRegular(path);
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, READ_BYTES_MAX));
    const read = readSync(file, bytes, 0, bytes.length, size - bytes.length);
    return bytes.toString('utf8', 0, read);
  } finally {
    closeSync(file);
  }
}

const ADDS = /"injected"\s*:\s*\[\s*"/;

/** The names of payloads begin with the time at which they were written. */
const PAYLOAD = /^(\d{14})-[0-9a-f]{12}\.json$/;

function waitingIn(inbox: string, nowMs: number): number {
  const times = readdirSync(inbox).flatMap((name) => {
    const [, time] = PAYLOAD.exec(name) ?? [];
    return time === undefined ? [] : [Number(time)];
  });
  return times.length === 0 ? 0 : Math.max(0, nowMs - Math.min(...times));
}

function or<T>(otherwise: T, work: () => T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}
