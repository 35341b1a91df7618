/** Checks that the transcripts hold the prompts which hooks saw last: what stands in none is lost. */

import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { isRegular } from '../files/regular-file.ts';
import type { Tracked } from '../memory.ts';
import { type Check, warn } from '../process/check.ts';
import { recordsWith, type SessionRecord } from '../recalls/find.ts';
import { counted } from '../text/numbers.ts';

/** A client makes the transcript of a new session a moment after the hook of its first prompt. */
const NEW_MS_MAX = 1_000;
/** A prompt may be written this long before its hook ends, and its answer never. */
const LATE_MS_MAX = 60_000;
const SESSIONS_MAX = 20;

/** A session that asked not to be saved, among others that are, is no fault. */
const OTHERS_MS_MAX = 24 * 60 * 60 * 1_000;

/** Looks at the sessions that ran last, up to one whose transcript has grown since its last prompt. */
export function unwrittenChecks(home: string, ledger: readonly Tracked[], nowMs: number): Check[] {
  const last = recordsWith(home, { limit: SESSIONS_MAX });
  const at = last.findIndex((record) => !isUnwritten(record, ledger, nowMs));
  const found = at === -1 ? last : last.slice(0, at);
  const [first] = found;
  const written = last[at]?.last.atMs ?? 0;
  if (first === undefined || nowMs - written < OTHERS_MS_MAX) return [];
  const what = `no transcript holds the last prompts of ${counted(found.length, 'session')}, in ${first.last.directory}: the client wrote none, and what was said there is not stored`;
  const fix =
    'a client writes none when it is told not to save sessions, when another session started it, or when its disk is full: start it anew without that';
  return [warn('unwritten', what, fix)];
}

function isUnwritten(
  { session, last }: SessionRecord,
  ledger: readonly Tracked[],
  nowMs: number,
): boolean {
  const own = ledger.filter((each) => each.session === session || each.path === last.transcript);
  if (own.length === 0) {
    const isNew = nowMs - last.atMs < NEW_MS_MAX;
    return Boolean(last.transcript) && !isNew && !isThere(last.transcript ?? '');
  }
  // What is gone from the disk was read before.
  if (own.some(({ state }) => state === 'gone')) return false;
  return own.every(({ modifiedAtMs }) => modifiedAtMs < last.atMs - LATE_MS_MAX);
}

/** A path may lead into a file, such as a database. */
function isThere(path: string): boolean {
  return existsSync(path) || isRegular(dirname(path));
}
