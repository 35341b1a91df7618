/** Damaged databases that were moved aside, and the note beside each about what was saved. */

import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomic } from '../files/atomic-file.ts';
import { isObject, parseObject } from '../files/json-object.ts';
import { FILE_MODE } from '../files/modes.ts';
import { textIfReadable } from '../files/regular-file.ts';
import { type Memory, translated } from '../memory.ts';
import { counted, grouped } from '../text/numbers.ts';
import { type Counts, countsIn, lastKnown, writeCounts } from './counts.ts';

/**
 * Raised when a build can read more of a damaged database: then it retries copies that lost turns.
 */
const READER = 2;

/** The result of salvaging one copy. */
export interface Outcome {
  /** Turns that could be read in it. */
  readonly found: number;
  /** Turns that it had and that are wanted here; missing if unknown. */
  readonly expected?: number;
  /** Whether it may have had more turns. */
  readonly isLeast: boolean;
  /** How many of them the memory has now, including those ingested again from transcripts. */
  readonly held: number;
}

/** The note beside a copy. */
export interface Note {
  /** Count of the database before the damage. */
  readonly lastKnown?: Counts;
  /** Missing until the copy was completely read. */
  readonly outcome?: Outcome;
  /** Version of the build that read it; 1 for a build that wrote no outcome. */
  readonly reader: number;
}

/** Returns the damaged databases that were moved aside, oldest first. */
export async function damagedCopies(home: string): Promise<readonly string[]> {
  const names = await readdir(home).catch(() => []);
  return names
    .filter((name) => /^memory\.db\.damaged-\d+$/.test(name))
    .sort()
    .map((name) => join(home, name));
}

/** Whether the memory has every turn of a copy, as far as is known. */
export function isSaved({ expected, held }: Outcome): boolean {
  return expected !== undefined && held >= expected;
}

/** Whether this build has nothing more to do for a copy. */
export function isDone({ outcome, reader }: Note): boolean {
  return outcome !== undefined && (isSaved(outcome) || reader >= READER);
}

/** Renders how many turns were saved: `30 of at least 32 turns`. */
export function saved(outcome: Outcome): string {
  const { held, expected, isLeast, found } = outcome;
  if (expected === undefined) return `${grouped(found)} of an unknown number of turns`;
  return `${grouped(held)} of ${isLeast ? 'at least ' : ''}${counted(expected, 'turn')}`;
}

/** Returns the note of a copy; undefined if there is none. */
export async function noteOf(path: string): Promise<Note | undefined> {
  const text = textIfReadable(noteBeside(path));
  if (text === undefined) return undefined;
  const { reader, lastKnown: known, outcome } = parseObject(text) ?? {};
  const counts = countsIn(known);
  return {
    reader: typeof reader === 'number' ? reader : 1,
    ...(counts === undefined ? {} : { lastKnown: counts }),
    ...(isOutcome(outcome) ? { outcome } : {}),
  };
}

function isOutcome(value: unknown): value is Outcome {
  if (!isObject(value) || typeof value.isLeast !== 'boolean') return false;
  const numbers = [value.found, value.held, value.expected ?? 0];
  return numbers.every((number) => Number.isSafeInteger(number));
}

export async function writeNote(path: string, note: Omit<Note, 'reader'>): Promise<void> {
  const text = `${JSON.stringify({ version: 1, reader: READER, ...note })}\n`;
  await writeAtomic({ path: noteBeside(path), text, mode: FILE_MODE });
}

/** Records the last known count for new copies, before a count of the new database replaces it. */
export async function noteNewCopies(home: string): Promise<void> {
  for (const path of await damagedCopies(home)) {
    if ((await noteOf(path)) !== undefined) continue;
    const counts = lastKnown(home);
    await writeNote(path, counts === undefined ? {} : { lastKnown: counts });
  }
}

/** Writes the current number of turns, in case the database is damaged later. */
export async function noteCounts(memory: Memory, home: string): Promise<void> {
  await noteNewCopies(home);
  await countAgain(memory, home);
  await writeCounts(memory, home);
}

/** Counts again: turns of a copy may have been added since, from a transcript or an import. */
async function countAgain(memory: Memory, home: string): Promise<void> {
  for (const path of await damagedCopies(home)) {
    const { lastKnown: known, outcome } = (await noteOf(path)) ?? {};
    if (known === undefined || outcome?.expected === undefined || isSaved(outcome)) continue;
    const { turns } = translated(() => memory.turnsBegunUntil(known.lastMs));
    const held = Math.min(turns, outcome.expected);
    if (held > outcome.held)
      await writeNote(path, { lastKnown: known, outcome: { ...outcome, held } });
  }
}

/** Deletes a damaged copy and its side files. */
export async function deleteCopy(path: string): Promise<void> {
  for (const each of [`${path}-wal`, `${path}-shm`, path, noteBeside(path)]) {
    await rm(each, { force: true });
  }
}

function noteBeside(path: string): string {
  return path.replace('memory.db.damaged-', 'memory.db.saved-');
}
