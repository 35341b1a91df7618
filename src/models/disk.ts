/** Model files on disk: their digests, and errors of writing them. */

import { createHash } from 'node:crypto';
import { streamOf } from '../files/regular-file.ts';
import { codeOf, MementorError, reasonOf } from '../process/errors.ts';
import { hintFor } from '../process/hints.ts';

/** Returns the SHA-256 of a file in hexadecimal; undefined if it is unreadable. */
export async function digestOf(path: string, signal: AbortSignal): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    for await (const piece of streamOf(path, signal)) hash.update(piece);
    return hash.digest('hex');
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined;
  }
}

/** Returns the error for a failed write. */
export function writeError(path: string, error: unknown): MementorError {
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new MementorError(
      'DISK_FULL',
      `the disk is full: ${path} could not be written to its end`,
      'make room and run the command again; what is there stays',
    );
  }
  const reason = reasonOf(error);
  return new MementorError(
    'HOME_UNWRITABLE',
    `${path} cannot be written: ${reason}`,
    hintFor('HOME_UNWRITABLE'),
  );
}
