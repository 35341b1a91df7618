/** Interrupted removals: recorded before they start, finished by the next writer. */

import { rename, rm } from 'node:fs/promises';
import { codeOf, messageOf } from '../errors/errors.ts';
import { writeAtomic } from '../files/atomic-file.ts';
import { isStrings, parseObject } from '../files/json-object.ts';
import { FILE_MODE } from '../files/modes.ts';
import { textIfReadable } from '../files/regular-file.ts';
import { damagedNoteOf, removalNoteOf } from '../home/paths.ts';
import { type Memory, translated } from '../memory.ts';
import { dropAdded } from './files.ts';
import { type Cleaned, cleanBackups, notePending } from './pending.ts';

/** The contents of the note. */
interface Note {
  readonly turns: readonly string[];
  /** When compacting the database failed after the turns were deleted; 0 before that. */
  readonly triedAtMs: number;
  /** Whether the note's turns are unknown because it is damaged. */
  readonly isDamaged?: boolean;
}

/** The worker retries after this time: rewriting a large database takes long. */
export const RETRY_MS = 60 * 60 * 1_000;

/**
 * Deletes turns permanently, from the memory and then from its backups. Whoever is `interrupted`
 * leaves backups to later commands.
 */
export async function removeForGood(
  memory: Memory,
  home: string,
  turns: readonly string[],
  nowMs: number,
  interrupted?: AbortSignal,
): Promise<Cleaned> {
  await writeNote(home, { turns, triedAtMs: 0 });
  await notePending(home, { turns });
  await forgetStored(memory, home, turns);
  translated(() => memory.compact());
  await rm(removalNoteOf(home), { force: true });
  return await cleanBackups(memory, home, nowMs, interrupted === undefined ? {} : { interrupted });
}

async function forgetStored(memory: Memory, home: string, turns: readonly string[]): Promise<void> {
  translated(() => memory.forget([...turns]));
  // Only now can no prompt hook add them to a prompt any more, and record that text.
  await dropAdded(home, new Set(turns));
}

/** Whether a removal was interrupted. */
export async function isUnfinished(home: string): Promise<boolean> {
  return (await readNote(home)) !== undefined;
}

/**
 * Finishes an interrupted removal, and rewrites the database if it still contains removed bytes.
 * Returns why that failed, which must not stop the caller. Does not repeat an attempt within
 * `restMs`.
 */
export async function finishRemoval(
  memory: Memory,
  home: string,
  nowMs: number,
  restMs = 0,
): Promise<string | undefined> {
  const note = await readNote(home);
  if (note === undefined && !translated(() => memory.holdsRemovedBytes())) return undefined;
  const { turns, triedAtMs } = note ?? { turns: [], triedAtMs: 0 };
  if (triedAtMs > 0 && triedAtMs <= nowMs && nowMs - triedAtMs < restMs) return undefined;
  if (turns.length > 0) {
    await notePending(home, { turns });
    await forgetStored(memory, home, turns);
  }
  try {
    translated(() => memory.compact());
  } catch (error) {
    if (codeOf(error) === 'DATABASE_CORRUPT') throw error;
    if (note?.isDamaged !== true) await writeNote(home, { turns, triedAtMs: nowMs });
    return messageOf(error);
  }
  await endNote(home, note);
  return undefined;
}

/**
 * The first step of every command that writes: finishes interrupted removals, here and in backups.
 */
export async function finishAll(memory: Memory, home: string, nowMs: number): Promise<Cleaned> {
  await finishRemoval(memory, home, nowMs);
  return await cleanBackups(memory, home, nowMs);
}

async function readNote(home: string): Promise<Note | undefined> {
  const text = textIfReadable(removalNoteOf(home));
  if (text === undefined) return undefined;
  const { turns, triedAtMs } = parseObject(text) ?? {};
  // A damaged note still means that the database must be rewritten.
  if (!isStrings(turns)) return { turns: [], triedAtMs: 0, isDamaged: true };
  return { turns, triedAtMs: typeof triedAtMs === 'number' ? triedAtMs : 0 };
}

/** Keeps an unreadable note under another name: the turns that it named may still be stored. */
async function endNote(home: string, note: Note | undefined): Promise<void> {
  const path = removalNoteOf(home);
  if (note?.isDamaged === true) await rename(path, damagedNoteOf(home));
  else await rm(path, { force: true });
}

async function writeNote(home: string, note: Note): Promise<void> {
  await writeAtomic({ path: removalNoteOf(home), text: JSON.stringify(note), mode: FILE_MODE });
}
