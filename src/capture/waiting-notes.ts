/**
 * Notes that wait to be taken in: what `mementor remember` hands over, one small file each, as lines
 * of an export. Writing into the database takes several times as long as starting, and whoever
 * writes there may hold its lock for a minute.
 *
 * Every command that reads takes them in first, so that a note is found at once. While another
 * process holds the lock, that is done without it and the files stay: taking lines in again changes
 * nothing, and whoever holds the lock next deletes them. So a note is always in its file or safely
 * stored, or both.
 */

import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../errors/errors.ts';
import { sync, writeDurably } from '../files/durable.ts';
import { makeFolder } from '../files/folders.ts';
import { FOLDER_MODE } from '../files/modes.ts';
import { readText } from '../files/regular-file.ts';
import { databaseOf, waitingNotesOf } from '../home/paths.ts';
import { type Memory, translated } from '../memory.ts';

/** A file of waiting notes. */
interface WaitingFile {
  readonly path: string;
  readonly lines: string[];
}

/** Writes lines durably: a power cut after this loses nothing. File names sort by time. */
export function handOver(home: string, lines: readonly string[], nowMs: number): void {
  const folder = waitingNotesOf(home);
  makeFolder(folder, FOLDER_MODE);
  const name = `${String(nowMs).padStart(14, '0')}-${random()}.jsonl`;
  writeDurably(folder, name, `${lines.join('\n')}\n`);
}

/** Twelve hexadecimal digits, different in each process; not a secret. */
function random(): string {
  return Math.random().toString(16).slice(2, 14).padEnd(12, '0');
}

/** Returns the lines of all notes that wait, oldest first. */
export function waitingLines(home: string): string[] {
  return filesIn(waitingNotesOf(home)).flatMap(({ lines }) => lines);
}

/** Whether a note waits. Costs one call of the system where none ever did. */
export function areNotesWaiting(home: string): boolean {
  return namesIn(waitingNotesOf(home)).length > 0;
}

/** Takes waiting notes in without the lock; their files stay. */
export function takeInWithoutLock(memory: Memory, home: string): void {
  const lines = waitingLines(home);
  if (lines.length > 0) translated(() => memory.takeIn(lines));
}

/** Takes waiting notes in and deletes their files. Requires the ingest lock. */
export function takeInForGood(memory: Memory, home: string): void {
  const files = filesIn(waitingNotesOf(home));
  if (files.length === 0) return;
  const taken = translated(() => memory.takeIn(files.flatMap((file) => file.lines)));
  syncDatabase(home);
  const areAllWell = taken.unreadable === 0 && taken.damaged === 0;
  for (const file of files) {
    if (areAllWell) rmSync(file.path, { force: true });
    else settle(file, memory);
  }
}

/** Deletes a file that is stored; sets one aside that is unreadable; keeps one that must wait. */
function settle({ path, lines }: WaitingFile, memory: Memory): void {
  const { unreadable, damaged } = translated(() => memory.takeIn(lines));
  if (unreadable > 0) renameSync(path, `${path}.unreadable`);
  else if (damaged === 0) rmSync(path, { force: true });
}

/** SQLite commits without waiting for the disk; the files may only go when it has the notes. */
function syncDatabase(home: string): void {
  const database = databaseOf(home);
  for (const path of [`${database}-wal`, database]) sync(path);
}

function filesIn(folder: string): readonly WaitingFile[] {
  return namesIn(folder).flatMap((name) => {
    const path = join(folder, name);
    try {
      const lines = readText(path).split('\n');
      return [{ path, lines: lines.filter((line) => line !== '') }];
    } catch (error) {
      // Another process has taken it in meanwhile.
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    }
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl') && !name.startsWith('.'))
      .sort();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}
