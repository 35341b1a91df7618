/**
 * A database that lost all its bytes, or is gone, though turns were stored in it. SQLite takes such
 * a file for a new database; the last count beside it knows better.
 */

import { existsSync, renameSync, statSync } from 'node:fs';
import { MementorError } from '../errors/errors.ts';
import { readBackups } from '../home/backups.ts';
import { databaseOf } from '../home/paths.ts';
import { counted } from '../text/numbers.ts';
import { shellWord } from '../text/shell-word.ts';
import { lastKnown } from './counts.ts';

export interface Lost {
  readonly path: string;
  /** The last known number of turns. */
  readonly turns: number;
  /** Whether the file is there, without a byte. */
  readonly isThere: boolean;
}

/** Returns what was lost; undefined if there is a database, or if none ever held a turn. */
export function lostMemory(home: string): Lost | undefined {
  const path = databaseOf(home);
  const bytes = bytesOf(path);
  // A log may still hold all of it: then the core calls that damage, and saves it.
  if ((bytes ?? 0) > 0 || (bytesOf(`${path}-wal`) ?? 0) > 0) return undefined;
  const turns = lastKnown(home)?.turns ?? 0;
  return turns === 0 ? undefined : { path, turns, isThere: bytes !== undefined };
}

function bytesOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}

export function lossText({ path, turns, isThere }: Lost): string {
  const were = turns === 1 ? 'was' : 'were';
  return `${path} is ${isThere ? 'empty' : 'gone'}, though ${counted(turns, 'turn')} ${were} stored in it`;
}

/** Returns that there is no database as an error, if there was one. */
export function lossError(home: string): MementorError | undefined {
  const lost = lostMemory(home);
  return lost && new MementorError('DATABASE_MISSING', lossText(lost), recoveryHint(home));
}

/** More backups than these are not named. */
const BACKUPS_SHOWN_MAX = 3;

/** Says how lost turns may come back; commands are in backticks. */
export function recoveryHint(home: string): string {
  const backups = readBackups(home).paths.filter((path) => existsSync(path));
  const imports = backups
    .slice(-BACKUPS_SHOWN_MAX)
    .map((path) => `\`mementor import ${shellWord(path)}\` brings back what that backup holds`);
  return [...imports, '`mementor ingest --all` reads what transcripts still hold'].join('; ');
}

/**
 * Moves a database that lost all its bytes aside, so that the loss is known until the turns are back.
 * Requires the ingest lock.
 */
export function moveEmptiedAside(home: string, nowMs: number): void {
  const lost = lostMemory(home);
  if (lost?.isThere !== true) return;
  const aside = (ms: number) => `${lost.path}.damaged-${ms}`;
  let ms = nowMs;
  while (existsSync(aside(ms))) ms += 1;
  renameSync(lost.path, aside(ms));
}
