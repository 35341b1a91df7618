/** Model files on disk: their digests. */

import { createHash } from 'node:crypto';
import { streamOf } from '../files/regular-file.ts';

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
