/** Recognises files that are no transcripts, before the memory hears of them. */

import { AGENTS } from '../agents/all.ts';
import { linesOfFile, TOO_LONG } from '../files/file-lines.ts';

/** Same limit as in the core. */
const LINE_BYTES_MAX = 32 * 1024 * 1024;

/** A file without any entry in so many lines is not read to its end. */
const LINES_MAX = 100_000;

/**
 * Returns how many lines a file has if none of them is an entry of an agent; undefined if one is,
 * if there is no line yet, or if the file cannot be read, which the core reports. The first entry
 * of a transcript is nearly always its first line.
 */
export function linesWithoutEntry(path: string): number | undefined {
  // What a compressed file holds is for the core to say.
  if (path.endsWith('.zst')) return undefined;
  let lines = 0;
  try {
    for (const line of linesOfFile(path, LINE_BYTES_MAX)) {
      if (line.trim() === '') continue;
      if (line === TOO_LONG || isEntry(line)) return undefined;
      lines += 1;
      if (lines >= LINES_MAX) break;
    }
  } catch {
    return undefined;
  }
  return lines === 0 ? undefined : lines;
}

function isEntry(line: string): boolean {
  return AGENTS.some(({ transcripts }) => transcripts.isEntry(line));
}
