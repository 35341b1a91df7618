/** Recognises files that are no transcripts, before the memory hears of them. */

import type { Agent } from '../agents/agent.ts';
import { AGENTS } from '../agents/all.ts';
import { linesOfFile, TOO_LONG } from '../files/file-lines.ts';
import { parseObject } from '../files/json-object.ts';

/** Same limit as in the core. */
const LINE_BYTES_MAX = 32 * 1024 * 1024;

/** A file without any entry in so many lines is not read to its end. */
const LINES_MAX = 100_000;

/** What a file is that is no transcript of an agent. */
export type NoTranscript =
  | { readonly is: 'export' }
  | { readonly is: 'database' }
  /** `like`: the agent that writes such lines, if one does. */
  | { readonly is: 'lines'; readonly count: number; readonly like: Agent | undefined };

/**
 * Returns what a file is if none of its lines is an entry of an agent; undefined if one is, if there
 * is no line yet, or if the file cannot be read, which the core reports. The first entry of a
 * transcript is nearly always its first line.
 */
export function noTranscript(path: string, agent: Agent): NoTranscript | undefined {
  // What a compressed file holds is for the core to say.
  if (path.endsWith('.zst')) return undefined;
  let count = 0;
  let like: Agent | undefined;
  try {
    for (const line of linesOfFile(path, LINE_BYTES_MAX)) {
      if (line.trim() === '') continue;
      if (line === TOO_LONG) return undefined;
      if (count === 0 && isHeaderOfExport(line)) return { is: 'export' };
      if (agent.transcripts.isEntry(line)) return undefined;
      if (count === 0 && line.startsWith(DATABASE_BEGINNING)) return { is: 'database' };
      like ??= AGENTS.find(({ transcripts }) => transcripts.isEntry(line));
      count += 1;
      if (count >= LINES_MAX) break;
    }
  } catch {
    return undefined;
  }
  return count === 0 ? undefined : { is: 'lines', count, like };
}

const DATABASE_BEGINNING = 'SQLite format 3';

function isHeaderOfExport(line: string): boolean {
  return parseObject(line)?.type === 'mementor';
}
