/** Synchronous standard input and output: Node's streams take too long to open. */

import { readSync, writeSync } from 'node:fs';
import { codeOf } from '../errors/errors.ts';
import { unmarked } from '../files/byte-order-mark.ts';

const READ_BYTES = 64 * 1024;
/** The first and the longest wait for a non-blocking pipe; each wait is twice the previous. */
const RETRY_MS = 1;
const RETRY_MS_MAX = 16;

/**
 * Reads standard input to its end, as UTF-8 without a byte order mark. Waits for as long as the other
 * side keeps it open.
 */
export function readStdin(): string {
  const chunks: Buffer[] = [];
  for (;;) {
    const chunk = Buffer.allocUnsafe(READ_BYTES);
    const read = patiently(() => readSync(0, chunk));
    if (read === 0) return unmarked(Buffer.concat(chunks).toString('utf8'));
    chunks.push(chunk.subarray(0, read));
  }
}

/** Writes all of a text to standard output (1) or standard error (2). */
export function writeAll(descriptor: 1 | 2, text: string): void {
  let rest = Buffer.from(text);
  while (rest.length > 0) rest = rest.subarray(patiently(() => writeSync(descriptor, rest)));
}

/** Repeats a call while the other side of a non-blocking pipe is not ready. */
export function patiently(call: () => number): number {
  for (let waitMs = RETRY_MS; ; waitMs = Math.min(2 * waitMs, RETRY_MS_MAX)) {
    try {
      return call();
    } catch (error) {
      // The error of Windows at the end of a pipe.
      if (codeOf(error) === 'EOF') return 0;
      if (codeOf(error) !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
    }
  }
}
