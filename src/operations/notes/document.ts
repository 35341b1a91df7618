/** Notes as documents that scripts read: their field names are stable. */

import { type JsonObject, parseObject } from '../../files/json-object.ts';
import type { Note, NoteHit, Remembered } from '../../memory.ts';
import { isoOf } from '../../text/numbers.ts';
import { dated } from '../dated.ts';
import { excerptOf } from '../excerpt.ts';

/** Returns a note without its body and its history. */
export function noteDocument({ body: _, statements: __, ...note }: Note) {
  return dated(note);
}

/** Returns a note with its body. */
export function wholeDocument(note: Note) {
  return { ...noteDocument(note), body: note.body };
}

/** Returns what was done with a note to write. */
export function rememberDocument({ note, saidAgain, superseded }: Remembered) {
  return {
    version: 1,
    done: saidAgain ? 'said again' : 'written',
    note: wholeDocument(note),
    superseded: superseded.map(noteDocument),
  };
}

/** Returns a note that a query found. */
export function hitDocument({ rank, note, ...hit }: NoteHit) {
  return {
    rank,
    ...noteDocument(note),
    summaryExcerpt: excerptOf(hit.summaryExcerpt),
    excerpt: excerptOf(hit.excerpt),
    score: hit.score,
    textScore: hit.textScore,
    similarity: hit.similarity,
  };
}

/** What was said about a note at one time. */
export interface Said {
  /** Its number, from 1 for the oldest: `notes undo --to` takes it. */
  readonly n: number;
  readonly at: string | null;
  readonly by: string;
  readonly says: string;
  /** The fields of the statement, as they are stored. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Returns what was said about a note, oldest first, also what cannot be read. */
export function historyOf({ statements }: Note): readonly Said[] {
  return statements.map((json, index) => {
    const statement: JsonObject = parseObject(json) ?? { by: 'unknown', says: 'unknown' };
    const { id: _, at, by, says, ...fields } = statement;
    const atMs = typeof at === 'number' ? at : 0;
    const who = String(by ?? 'unknown');
    return { n: index + 1, at: isoOf(atMs), by: who, says: String(says ?? 'unknown'), fields };
  });
}
