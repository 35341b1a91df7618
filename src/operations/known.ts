/** What the words of a query name by themselves: sessions, turns and notes by their ids, commits. */

import { codeOf } from '../errors/errors.ts';
import { type Memory, type Note, type Place, translated, type WorkOptions } from '../memory.ts';
import { isoOf } from '../text/numbers.ts';
import { pick } from './show.ts';

export interface Known {
  /** The word of the query. */
  readonly word: string;
  /** What it is; a commit is known by a turn whose command printed its hash. */
  readonly kind: 'session' | 'turn' | 'note' | 'commit';
  /** The id that leads there: of a commit, that of the first turn that printed it. */
  readonly id: string;
  /** Of a commit: when that turn was, and how many more printed it. */
  readonly atMs?: number;
  readonly more?: number;
}

/** Words of a query that are looked up. */
const WORDS_MAX = 3;

/** A beginning of an id that no other word is likely to be. */
const ID = /^(?=.*\d)[a-z0-9_-]{6,}$/i;

const HASH = /^(?=.*\d)[0-9a-f]{7,40}$/i;

/** Returns what these words name. `missing` are those that no turn has in what is searched. */
export function knownIn(
  text: string,
  missing: readonly string[],
  memory: Memory,
  place: WorkOptions,
): Known[] {
  const words = text.split(/\s+/).map((word) => word.replace(/^["'`(]+|["'`).,;:?!]+$/g, ''));
  const ids = [...new Set(words)].filter((word) => ID.test(word)).slice(0, WORDS_MAX);
  return ids.flatMap((word) => {
    const known = byId(word, memory);
    if (known !== undefined) return [known];
    return HASH.test(word) && missing.includes(word) ? commitOf(word, memory, place) : [];
  });
}

/** Returns the one session, turn or note with an id that begins so. */
function byId(word: string, memory: Memory): Known | undefined {
  try {
    const shown = pick(
      word,
      translated(() => memory.show(word)),
    );
    if (shown !== undefined) return { word, kind: shown.kind, id: shown.id };
    const note: Note = translated(() => memory.note(word));
    return { word, kind: 'note', id: note.id };
  } catch (error) {
    const code = codeOf(error) ?? '';
    if (['ID_AMBIGUOUS', 'NOTE_UNKNOWN', 'NOTE_AMBIGUOUS'].includes(code)) return undefined;
    throw error;
  }
}

function commitOf(word: string, memory: Memory, where: WorkOptions): Known[] {
  const [first, ...others]: Place[] = translated(() => memory.printed(word, where));
  if (first === undefined) return [];
  return [{ word, kind: 'commit', id: first.turn, atMs: first.atMs, more: others.length }];
}

/** The document that scripts read. */
export function knownDocument({ word, kind, id, atMs, more }: Known) {
  return { word, kind, id, at: isoOf(atMs ?? 0), more: more ?? 0 };
}
