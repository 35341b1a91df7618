/** A removal that was stopped half-way: noted before it begins, finished by the next writer. */

import { rename, rm } from 'node:fs/promises';
import { writeAtomic } from '../files/atomic-file.ts';
import { isStrings, parseObject } from '../files/json-object.ts';
import { FILE_MODE } from '../files/modes.ts';
import { textIfReadable } from '../files/regular-file.ts';
import { damagedNoteOf, removalNoteOf } from '../home.ts';
import { type Memory, translated } from '../memory.ts';
import { codeOf, messageOf } from '../process/errors.ts';
import { type Cleaned, cleanBackups, notePending } from './pending.ts';

/** What the note says. */
interface Note {
  readonly turns: readonly string[];
  /** When the turns were gone and the database could not be written anew; 0 before that. */
  readonly triedAtMs: number;
  /** Whether nobody knows which turns it named. */
  readonly isDamaged?: boolean;
}

/** The worker tries again after so long: a large database takes long to be written anew. */
export const RETRY_MS = 60 * 60 * 1_000;

/** Removes turns for good, in the memory and then in its backups. */
export async function removeForGood(
  memory: Memory,
  home: string,
  turns: readonly string[],
  nowMs: number,
): Promise<Cleaned> {
  await writeNote(home, { turns, triedAtMs: 0 });
  await notePending(home, { turns });
  translated(() => memory.forget([...turns]));
  translated(() => memory.compact());
  await rm(removalNoteOf(home), { force: true });
  return await cleanBackups(memory, home, nowMs);
}

/** Whether a removal was stopped half-way. */
export async function isUnfinished(home: string): Promise<boolean> {
  return (await readNote(home)) !== undefined;
}

/**
 * Finishes a removal that was stopped, and writes the database anew while it holds bytes of what
 * was removed. Returns why that did not work: it is no reason not to go on. An attempt is not
 * repeated within `restMs`.
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
    translated(() => memory.forget([...turns]));
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

/** What every command that writes does first: finishes what was stopped, here and in backups. */
export async function finishAll(memory: Memory, home: string, nowMs: number): Promise<Cleaned> {
  await finishRemoval(memory, home, nowMs);
  return await cleanBackups(memory, home, nowMs);
}

async function readNote(home: string): Promise<Note | undefined> {
  const text = textIfReadable(removalNoteOf(home));
  if (text === undefined) return undefined;
  const { turns, triedAtMs } = parseObject(text) ?? {};
  // A damaged note still says that the memory is to be written anew.
  if (!isStrings(turns)) return { turns: [], triedAtMs: 0, isDamaged: true };
  return { turns, triedAtMs: typeof triedAtMs === 'number' ? triedAtMs : 0 };
}

/** A note that cannot be read is kept beside its place: the turns that it named may still be stored. */
async function endNote(home: string, note: Note | undefined): Promise<void> {
  const path = removalNoteOf(home);
  if (note?.isDamaged === true) await rename(path, damagedNoteOf(home));
  else await rm(path, { force: true });
}

async function writeNote(home: string, note: Note): Promise<void> {
  await writeAtomic({ path: removalNoteOf(home), text: JSON.stringify(note), mode: FILE_MODE });
}
