/** How long what is not taken in yet will stay: Claude Code deletes old transcripts. */

import { open } from 'node:fs/promises';
import type { ManagedFile } from '../claude/managed.ts';
import type { Scope } from '../claude/paths.ts';
import type { Transcript } from '../claude/transcripts.ts';
import { type Check, fail, ok, warn } from './check.ts';
import type { ScopeHooks } from './hook-state.ts';
import { counted } from './text.ts';
import type { Offsets } from './transcripts.ts';

/** What Claude Code does when no settings file says otherwise. */
const DAYS_DEFAULT = 30;
const DAYS_URGENT_MAX = 2;
const DAY_MS = 24 * 60 * 60 * 1_000;
const BLOCK_BYTES = 64 * 1_024;
const NEWLINE = 10;

/** Returns after how many days Claude Code deletes a transcript that nothing is added to. */
export function retentionDays(
  { local, project, user }: Readonly<Record<Scope, Pick<ScopeHooks, 'cleanupDays'>>>,
  managed: readonly Pick<ManagedFile, 'cleanupDays'>[],
): number {
  const ruled = managed.findLast((file) => file.cleanupDays !== undefined)?.cleanupDays;
  const chosen = local.cleanupDays ?? project.cleanupDays ?? user.cleanupDays;
  return ruled ?? chosen ?? DAYS_DEFAULT;
}

/** `unknown` stands for a database that cannot be asked. */
export async function retentionCheck(
  transcripts: readonly Transcript[],
  offsets: Offsets | 'unknown',
  { days, nowMs }: { readonly days: number; readonly nowMs: number },
): Promise<Check> {
  const name = 'retention';
  const rule = `Claude Code deletes transcripts after ${counted(days, 'day')}`;
  if (offsets === 'unknown' && transcripts.length > 0) {
    return warn(name, `${rule}; not compared with the database`);
  }
  const unread = offsets === 'unknown' ? [] : await unreadIn(transcripts, offsets);
  const oldest = unread.reduce<Transcript | undefined>(
    (found, each) => (found && found.modifiedAtMs <= each.modifiedAtMs ? found : each),
    undefined,
  );
  if (oldest === undefined) return ok(name, `${rule}; nothing waits to be read`);
  const left = daysLeft(oldest, days, nowMs);
  const when = left > 0 ? `in ${counted(left, 'day')}` : 'at its next start';
  const detail = `${counted(unread.length, 'transcript')} not wholly read: Claude Code deletes the oldest ${when} (${oldest.path})`;
  const judge = left > DAYS_URGENT_MAX ? warn : fail;
  return judge(name, detail, 'run `mementor ingest --all`');
}

/** A clock that was set back does not make a transcript stay longer. */
function daysLeft({ modifiedAtMs }: Transcript, days: number, nowMs: number): number {
  const ageMs = Math.max(0, nowMs - modifiedAtMs);
  return Math.max(0, Math.floor(days - ageMs / DAY_MS));
}

async function unreadIn(
  transcripts: readonly Transcript[],
  offsets: Offsets,
): Promise<Transcript[]> {
  const unread: Transcript[] = [];
  for (const transcript of transcripts) {
    const offset = offsets(transcript.path) ?? 0;
    // A last line that was cut off is never read, and nothing is lost with it.
    if (offset < transcript.bytes && (await holdsLine(transcript.path, offset))) {
      unread.push(transcript);
    }
  }
  return unread;
}

/** Tells whether a line ends after an offset; a file that cannot be read now holds none. */
async function holdsLine(path: string, offset: number): Promise<boolean> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return false;
  try {
    const block = Buffer.alloc(BLOCK_BYTES);
    let position = offset;
    for (;;) {
      const { bytesRead } = await file.read(block, 0, BLOCK_BYTES, position);
      if (bytesRead === 0) return false;
      if (block.subarray(0, bytesRead).includes(NEWLINE)) return true;
      position += bytesRead;
    }
  } finally {
    await file.close();
  }
}
