/** Compares the transcripts on the disk with how far each was read. */

import type { Transcript } from '../claude/transcripts.ts';
import { type Memory, translated } from '../memory.ts';
import { type Check, ok, warn } from './check.ts';
import { counted, grouped } from './text.ts';

/** Returns up to where a transcript was read; undefined when it never was. */
export type Offsets = (path: string) => number | undefined;

export function offsetsIn(memory: Memory): Offsets {
  return (path) => translated(() => memory.transcriptOffset(path)) ?? undefined;
}

/** `unknown` stands for a database that cannot be asked. */
export function transcriptsCheck(
  transcripts: readonly Transcript[],
  offsets: Offsets | 'unknown',
): Check {
  const found = counted(transcripts.length, 'transcript');
  if (transcripts.length === 0) return ok('transcripts', 'Claude Code keeps none');
  if (offsets === 'unknown') return warn('transcripts', `${found}; not compared with the database`);
  const { complete, behind, unread } = progressOf(transcripts, offsets);
  const detail =
    `${found}: ${grouped(complete)} complete, ` +
    `${grouped(behind)} behind, ${grouped(unread)} never read`;
  if (behind + unread === 0) return ok('transcripts', detail);
  return warn('transcripts', detail, 'run `mementor ingest --all`');
}

function progressOf(transcripts: readonly Transcript[], offsets: Offsets) {
  const counts = { complete: 0, behind: 0, unread: 0 };
  for (const { path, bytes } of transcripts) {
    const offset = offsets(path);
    // Whether the last line is whole cannot be told from the size: such a file counts as behind.
    if ((offset ?? 0) >= bytes) counts.complete += 1;
    else if (offset === undefined) counts.unread += 1;
    else counts.behind += 1;
  }
  return counts;
}
