/**
 * When and how often each note was shown: what keeps it from ageing. A file of this machine, which
 * no export and no backup has. A line is one showing, or the sum of earlier ones.
 */

import { writeAtomic } from '../files/atomic-file.ts';
import { parseObject } from '../files/json-object.ts';
import { FILE_MODE } from '../files/modes.ts';
import { appendText, textIfReadable } from '../files/regular-file.ts';
import { shownNotesOf } from './paths.ts';

export interface Shown {
  readonly times: number;
  /** When it was shown last. */
  readonly atMs: number;
}

/** Records that notes were shown. One append, and never an error: a home may be read-only. */
export function recordShown(home: string, ids: readonly string[], nowMs: number): void {
  if (ids.length === 0) return;
  const lines = ids.map((note) => `${JSON.stringify({ note, atMs: nowMs })}\n`);
  try {
    appendText(shownNotesOf(home), lines.join(''));
  } catch {
    // What was shown is shown; only its age is not known here.
  }
}

/** Records from when the age of notes counts here. */
export function recordAges(
  home: string,
  notes: readonly { readonly id: string; readonly atMs: number }[],
): void {
  if (notes.length === 0) return;
  const lines = notes.map(({ id, atMs }) => `${JSON.stringify({ note: id, times: 0, atMs })}\n`);
  appendText(shownNotesOf(home), lines.join(''));
}

/** Returns the counters by the ids of the notes. */
export function shownNotes(home: string): ReadonlyMap<string, Shown> {
  const counts = new Map<string, Shown>();
  for (const line of (textIfReadable(shownNotesOf(home)) ?? '').split('\n')) {
    const { note, atMs, times = 1 } = parseObject(line) ?? {};
    if (typeof note !== 'string' || typeof atMs !== 'number' || typeof times !== 'number') continue;
    const before = counts.get(note);
    counts.set(note, {
      times: (before?.times ?? 0) + times,
      atMs: Math.max(before?.atMs ?? 0, atMs),
    });
  }
  return counts;
}

/**
 * Rewrites the file with one line for each note, without those that are gone. What is shown while
 * this runs may not be counted.
 */
export async function foldShown(home: string, gone: ReadonlySet<string>): Promise<void> {
  const counts = shownNotes(home);
  if (counts.size === 0) return;
  const kept = [...counts].filter(([note]) => !gone.has(note));
  const text = kept.map(([note, shown]) => `${JSON.stringify({ note, ...shown })}\n`).join('');
  await writeAtomic({ path: shownNotesOf(home), text, mode: FILE_MODE });
}
