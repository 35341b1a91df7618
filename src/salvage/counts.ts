/**
 * The last known number of turns, in a file beside the database: a damaged one is compared with
 * it.
 */

import { writeAtomic } from '../files/atomic-file.ts';
import { isObject, type JsonObject, parseObject } from '../files/json-object.ts';
import { FILE_MODE } from '../files/modes.ts';
import { textIfReadable } from '../files/regular-file.ts';
import { countsOf } from '../home/paths.ts';
import { type Memory, translated } from '../memory.ts';

export interface Counts {
  readonly turns: number;
  /** When the last turn started, in milliseconds since the epoch. */
  readonly lastMs: number;
}

/** Returns the last known count; undefined if the file is invalid. */
export function lastKnown(home: string): Counts | undefined {
  const text = textIfReadable(countsOf(home)) ?? '';
  return countsIn(parseObject(text));
}

/** Returns the counts in a JSON value. */
export function countsIn(value: unknown): Counts | undefined {
  if (!isObject(value)) return undefined;
  const { turns, lastMs }: JsonObject = value;
  if (!Number.isSafeInteger(turns) || !Number.isSafeInteger(lastMs)) return undefined;
  return { turns: turns as number, lastMs: lastMs as number };
}

/** Writes the current number of turns. Requires the ingest lock. */
export async function writeCounts(memory: Memory, home: string): Promise<void> {
  const counts = translated(() => memory.turnsBegunUntil());
  const known = lastKnown(home);
  if (known?.turns === counts.turns && known.lastMs === counts.lastMs) return;
  const text = `${JSON.stringify({ version: 1, ...counts })}\n`;
  await writeAtomic({ path: countsOf(home), text, mode: FILE_MODE });
}
