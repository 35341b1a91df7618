/**
 * The record of a session: a file of its own, so that two sessions never wait for each other.
 * Hooks read and write it before a prompt is sent: one small read, one append.
 */

import { closeSync, fstatSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../errors/errors.ts';
import { makeFolder } from '../files/folders.ts';
import { FOLDER_MODE } from '../files/modes.ts';
import { isPlainName } from '../files/plain-name.ts';
import { appendText, openRegular } from '../files/regular-file.ts';
import { recallsOf } from '../home/paths.ts';
import { HELD_NOTHING, type Held, heldAfter, type Line, parseHeld } from './lines.ts';

/** Only the end of a record is read: some hundred prompts. */
const READ_BYTES_MAX = 1024 * 1024;

/** Returns the path of a session's record; `undefined` if its id is not a safe file name. */
export function recordPath(home: string, session: string | undefined): string | undefined {
  if (session === undefined || !isPlainName(session)) return undefined;
  return join(recallsOf(home), `${session}.jsonl`);
}

export interface RecordEnd {
  readonly held: Held;
  readonly exists: boolean;
  /** Whether a writer was killed in the middle of the last line. */
  readonly torn: boolean;
}

/** Reads what a session's context has. */
export function readRecord(path: string): RecordEnd {
  const text = endOf(path);
  if (text === undefined) return { held: HELD_NOTHING, exists: false, torn: false };
  const torn = text !== '' && !text.endsWith('\n');
  return { held: heldAfter(parseHeld(text)), exists: true, torn };
}

/** Appends a line. */
export function appendLine(path: string, line: Line, torn = false): void {
  const text = `${torn ? '\n' : ''}${JSON.stringify(line)}\n`;
  try {
    appendText(path, text);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    makeFolder(join(path, '..'), FOLDER_MODE);
    appendText(path, text);
  }
}

/** Returns the end of a file, from the start of a line; `undefined` if there is no file. */
export function endOf(path: string, bytesMax = READ_BYTES_MAX): string | undefined {
  const file = openIfThere(path);
  if (file === undefined) return undefined;
  try {
    const { size } = fstatSync(file);
    const start = Math.max(0, size - bytesMax);
    const bytes = Buffer.alloc(size - start);
    const read = readSync(file, bytes, 0, bytes.length, start);
    const text = bytes.toString('utf8', 0, read);
    return start === 0 ? text : text.slice(text.indexOf('\n') + 1);
  } finally {
    closeSync(file);
  }
}

function openIfThere(path: string): number | undefined {
  try {
    return openRegular(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
