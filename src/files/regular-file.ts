/**
 * Opens files that others may have created. A folder, a FIFO, a device or a socket is an error
 * that names the kind. Nothing here ever waits for another process.
 */

import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  openSync,
  type ReadStream,
  readSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { FILE_MODE } from './modes.ts';

/**
 * Opening a FIFO would block until its other end is opened; a terminal must not become our
 * controlling terminal.
 */
const NOT_WAITING = (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** Far more than any settings, receipt or payload has. */
const TEXT_BYTES_MAX = 64 * 1024 * 1024;

/** Whether there is a regular file at a path, or behind a link there. */
export function isRegular(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Opens a regular file for reading; the caller closes the descriptor. */
export function openRegular(path: string): number {
  return checked(openSync(path, constants.O_RDONLY | NOT_WAITING), path);
}

/** Returns the text of a regular file; throws if it is longer than the limit. */
export function readText(path: string, bytesMax = TEXT_BYTES_MAX): string {
  return readBytes(path, bytesMax).toString('utf8');
}

/** Returns the text of a regular file; `undefined` if it is missing or unreadable. */
export function textIfReadable(path: string): string | undefined {
  try {
    return readText(path);
  } catch {
    return undefined;
  }
}

/**
 * Returns the bytes of a regular file; throws above the limit, even if the file grows meanwhile.
 */
export function readBytes(path: string, bytesMax = TEXT_BYTES_MAX): Buffer {
  const file = openRegular(path);
  try {
    const size = Math.min(fstatSync(file).size, bytesMax);
    const pieces: Buffer[] = [];
    let length = 0;
    // Reads one byte more than the reported size: the file ends where a read returns nothing.
    for (let room = size + 1; ; room = GROWTH_BYTES) {
      const piece = Buffer.allocUnsafe(room);
      const read = readSync(file, piece, 0, room, length);
      if (read === 0) return Buffer.concat(pieces, length);
      pieces.push(piece.subarray(0, read));
      length += read;
      if (length > bytesMax) throw refused(path, `it has more than ${bytesMax} bytes`);
    }
  } finally {
    closeSync(file);
  }
}

const GROWTH_BYTES = 64 * 1024;

/** Returns the bytes of a regular file piece by piece. */
export function streamOf(path: string, signal?: AbortSignal): ReadStream {
  return createReadStream(path, { fd: openRegular(path), ...(signal ? { signal } : {}) });
}

/** Appends to a regular file; creates a missing one, accessible only to its owner. */
export function appendText(path: string, text: string): void {
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | NOT_WAITING;
  const file = checked(openSync(path, flags, FILE_MODE), path);
  try {
    writeSync(file, text);
  } finally {
    closeSync(file);
  }
}

function checked(file: number, path: string): number {
  const found = fstatSync(file);
  if (found.isFile()) return file;
  closeSync(file);
  throw refused(path, `it is ${kindOf(found)}, not a regular file`);
}

function kindOf(found: Stats): string {
  if (found.isDirectory()) return 'a folder';
  if (found.isFIFO()) return 'a FIFO';
  if (found.isCharacterDevice() || found.isBlockDevice()) return 'a device';
  return found.isSocket() ? 'a socket' : 'something else';
}

/** Has the form of Node's file system errors; the message is only the reason. */
function refused(path: string, why: string): Error {
  return Object.assign(new Error(why), { code: 'FILE_REFUSED', syscall: 'open', path });
}
