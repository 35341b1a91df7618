/**
 * Turns that hold the same answer as a turn to be forgotten: a prompt that was sent twice. Copies of
 * the turn itself are selected with it.
 */

import { type Memory, type Selected, translated, type WholeTurn } from '../memory.ts';

export interface Twin {
  /** The turn that stays. */
  readonly turn: string;
  /** The selected turn that it holds the text of. */
  readonly of: string;
}

/** Each turn costs a search of the whole memory. */
const TURNS_MAX = 20;

/** A shorter answer, such as "Done.", is no trace of a turn. */
const ANSWER_CHARS_MIN = 16;

/** Returns the twins of the first turns of a selection. */
export function twinsOf(selected: readonly Selected[], memory: Memory): readonly Twin[] {
  const chosen = new Set(selected.map(({ turn }) => turn));
  const turns = selected.filter(({ isNote }) => !isNote).slice(0, TURNS_MAX);
  const twins = turns.flatMap(({ turn }) => {
    const answer = longestAnswer(wholeTurn(turn, memory));
    if (answer === undefined) return [];
    const others = translated(() => memory.select({ ids: [], containing: answer }));
    return others
      .filter((other) => !other.isNote && !chosen.has(other.turn))
      .filter((other) => answersOf(wholeTurn(other.turn, memory)).includes(answer))
      .map((other) => ({ turn: other.turn, of: turn }));
  });
  return [...new Map(twins.map((twin) => [twin.turn, twin])).values()];
}

function wholeTurn(id: string, memory: Memory): WholeTurn | undefined {
  return translated(() => memory.show(id)).find(({ turn }) => turn === id);
}

function answersOf(turn: WholeTurn | undefined): string[] {
  const answers = (turn?.steps ?? []).filter(({ kind }) => kind === 'answer');
  return answers.map(({ text }) => text.trim());
}

function longestAnswer(turn: WholeTurn | undefined): string | undefined {
  const [longest = ''] = answersOf(turn).sort((a, b) => b.length - a.length);
  return longest.length < ANSWER_CHARS_MIN ? undefined : longest;
}
