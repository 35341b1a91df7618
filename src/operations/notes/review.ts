/** The proposals that wait for a person, each with where it comes from. */

import { ifStored, openToRead } from '../../database/open.ts';
import type { Memory, Note, WholeTurn } from '../../memory.ts';
import type { Context } from '../../process/context.ts';
import { namingOf } from '../../reports/project-names.ts';
import { type Where, withinOf } from '../../reports/project-scope.ts';
import { isoOf } from '../../text/numbers.ts';
import { noteDocument } from './document.ts';

export interface ReviewOptions extends Where {
  readonly limit: number;
}

/** Words of a turn, and the text before and after them. */
export interface Around {
  readonly before: string;
  readonly words: string;
  readonly after: string;
}

/** A proposed note, and the place where it was found. */
export interface Proposal {
  readonly note: Note;
  /** The session that it was said in; undefined if its turn is not stored any more. */
  readonly session: string | undefined;
  /** Undefined if the turn does not have the words any more. */
  readonly around: Around | undefined;
}

export interface ReviewAnswer {
  readonly proposals: readonly Proposal[];
  /** How many there are, whatever the limit. */
  readonly total: number;
}

/** Returns the proposals, the best first. Nothing stored means none. */
export async function proposals(options: ReviewOptions, context: Context): Promise<ReviewAnswer> {
  const memory = await ifStored(openToRead(context));
  if (memory === undefined) return { proposals: [], total: 0 };
  const { limit } = options;
  const found = memory.proposals(withinOf(options, context.cwd));
  const naming = namingOf(memory);
  const shown = found.slice(0, limit).map(({ note, session }) => ({
    note: naming(note),
    session: session ?? undefined,
    around: aroundIn(note, memory),
  }));
  return { proposals: shown, total: found.length };
}

function aroundIn({ turn: id, words }: Note, memory: Memory): Around | undefined {
  if (id === null || words === null) return undefined;
  const turn = memory.show(id).find(({ turn }) => turn === id);
  return turn === undefined ? undefined : aroundOf(turn, words);
}

/** How much is shown on either side. */
const AROUND_CHARS = 240;

/** Returns the words of a turn with the text around them. */
export function aroundOf({ steps }: Pick<WholeTurn, 'steps'>, words: string): Around | undefined {
  for (const { text } of steps) {
    const at = text.indexOf(words);
    if (at < 0) continue;
    const end = at + words.length;
    return {
      before: lastOf(text.slice(0, at)),
      words,
      after: firstOf(text.slice(end)),
    };
  }
  return undefined;
}

function lastOf(text: string): string {
  if (text.length <= AROUND_CHARS) return text.trimStart();
  return `…${text.slice(-AROUND_CHARS).replace(/^\S*\s/, '')}`;
}

function firstOf(text: string): string {
  if (text.length <= AROUND_CHARS) return text.trimEnd();
  return `${text.slice(0, AROUND_CHARS).replace(/\s\S*$/, '')}…`;
}

/** The document that scripts read. */
export function reviewDocument({ proposals, total }: ReviewAnswer) {
  return {
    version: 1,
    proposals: proposals.map(({ note, session, around }) => ({
      ...noteDocument(note),
      session: session ?? null,
      around: around ?? null,
      foundAt: isoOf(note.writtenMs),
    })),
    total,
  };
}
