/** Damaged databases that were moved aside, and the note beside each: what of it was saved. */

import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeAtomic } from '../files/atomic-file.ts';
import { isObject, parseObject } from '../files/json-object.ts';
import { FILE_MODE } from '../files/modes.ts';
import { textIfReadable } from '../files/regular-file.ts';
import { type Memory, translated } from '../memory.ts';
import { counted, grouped } from '../text/numbers.ts';
import { type Counts, countsIn, lastKnown, writeCounts } from './counts.ts';

/** Raised when a build reads more of a damaged database: then it tries those again that lost turns. */
const READER = 2;

/** What became of the turns of one copy. */
export interface Outcome {
  /** Turns that were read in it. */
  readonly found: number;
  /** Turns that it held and that are wanted here; missing when nothing tells. */
  readonly expected?: number;
  /** Whether it may have held more than that. */
  readonly isLeast: boolean;
  /** How many of them the memory holds now, also by reading their transcripts again. */
  readonly held: number;
}

/** Stands beside a copy. */
export interface Note {
  /** Count of the database before it was damaged. */
  readonly lastKnown?: Counts;
  /** Missing until all of it was read. */
  readonly outcome?: Outcome;
  /** Of the build that read it; 1 is one that wrote no outcome. */
  readonly reader: number;
}

/** Returns the damaged databases that were moved aside, the oldest first. */
export async function damagedCopies(home: string): Promise<readonly string[]> {
  const names = await readdir(home).catch(() => []);
  return names
    .filter((name) => /^memory\.db\.damaged-\d+$/.test(name))
    .sort()
    .map((name) => join(home, name));
}

/** Whether the memory holds every turn that a copy held, as far as can be known. */
export function isSaved({ expected, held }: Outcome): boolean {
  return expected !== undefined && held >= expected;
}

/** Whether this build has nothing to do with a copy any more. */
export function isDone({ outcome, reader }: Note): boolean {
  return outcome !== undefined && (isSaved(outcome) || reader >= READER);
}

/** Says how many turns were saved of how many: `30 of at least 32 turns`. */
export function saved(outcome: Outcome): string {
  const { held, expected, isLeast, found } = outcome;
  if (expected === undefined) return `${grouped(found)} of an unknown number of turns`;
  return `${grouped(held)} of ${isLeast ? 'at least ' : ''}${counted(expected, 'turn')}`;
}

/** Returns the note of a copy; undefined when there is none. */
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

/** Notes the last known count at copies that are new, before a count of the new database replaces it. */
export async function noteNewCopies(home: string): Promise<void> {
  for (const path of await damagedCopies(home)) {
    if ((await noteOf(path)) !== undefined) continue;
    const counts = await lastKnown(home);
    await writeNote(path, counts === undefined ? {} : { lastKnown: counts });
  }
}

/** Writes down how many turns there are now, for the day that the database is damaged. */
export async function noteCounts(memory: Memory, home: string): Promise<void> {
  await noteNewCopies(home);
  await countAgain(memory, home);
  await writeCounts(memory, home);
}

/** Turns of a copy may have come later, from a transcript or an import. */
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

/** Deletes a damaged copy with all that lies beside it. */
export async function deleteCopy(path: string): Promise<void> {
  for (const each of [`${path}-wal`, `${path}-shm`, path, noteBeside(path)]) {
    await rm(each, { force: true });
  }
}

function noteBeside(path: string): string {
  return path.replace('memory.db.damaged-', 'memory.db.saved-');
}
