/** Reads a file of any size line by line, with a limit on each line. */

import { closeSync, readSync } from 'node:fs';
import { unmarked } from './byte-order-mark.ts';
import { openRegular } from './regular-file.ts';

const BLOCK_BYTES = 256 * 1024;
const NEWLINE = 10;

/** Replaces a line that is too long to keep in memory. */
export const TOO_LONG = 'a line that is too long';

/**
 * Returns the lines of a regular file. Only `\n` ends a line: JSON may contain U+2028 unescaped. A
 * byte order mark before a line is no part of it.
 */
export function* linesOfFile(path: string, bytesMax: number): Generator<string> {
  const file = openRegular(path);
  try {
    let pieces: Buffer[] = [];
    let length = 0;
    const line = () => {
      const text = length > bytesMax ? TOO_LONG : unmarked(Buffer.concat(pieces).toString('utf8'));
      pieces = [];
      length = 0;
      return text;
    };
    for (let block = blockOf(file); block.length > 0; block = blockOf(file)) {
      let start = 0;
      for (let end = block.indexOf(NEWLINE); end !== -1; end = block.indexOf(NEWLINE, start)) {
        add(block.subarray(start, end));
        yield line();
        start = end + 1;
      }
      add(block.subarray(start));
    }
    if (length > 0) yield line();

    function add(piece: Buffer): void {
      length += piece.length;
      // Frees the pieces at once: the rest of a line that is too long is only counted.
      if (length > bytesMax) pieces = [];
      else pieces.push(piece);
    }
  } finally {
    closeSync(file);
  }
}

function blockOf(file: number): Buffer {
  const block = Buffer.allocUnsafe(BLOCK_BYTES);
  return block.subarray(0, readSync(file, block, 0, BLOCK_BYTES, null));
}
