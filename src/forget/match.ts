/** The place in a turn that a phrase was found at, for the user to judge it by. Pure. */

import type { WholeTurn } from '../memory.ts';

export interface Match {
  /** The part of the turn, such as `prompt` or `answer`. */
  readonly part: string;
  readonly before: string;
  readonly matched: string;
  readonly after: string;
}

const BEFORE_CHARS = 40;
const AFTER_CHARS = 200;

/** Returns the first place; `undefined` if only a part that is not shown has the phrase. */
export function matchIn(turn: WholeTurn, phrase: string): Match | undefined {
  const { cwd, branch } = turn;
  const texts = [...turn.steps.flatMap(textsOf), ['folder', cwd], ['branch', branch]] as const;
  for (const [part, text] of texts) {
    const match = typeof text === 'string' ? matchAt(part, text, phrase) : undefined;
    if (match !== undefined) return match;
  }
  return undefined;
}

/** The texts of a step, each named after it; the step's own text comes first. */
function textsOf(step: WholeTurn['steps'][number]): readonly (readonly [string, unknown])[] {
  const { kind, text, label, ...others } = step;
  const name = [kind === 'action' ? 'tool' : kind, label ?? ''].join(' ').trimEnd();
  return [text, label, ...Object.values(others)].map((each) => [name, each] as const);
}

/** The core ignores case too. */
function matchAt(part: string, text: string, phrase: string): Match | undefined {
  const at = text.toLowerCase().indexOf(phrase.toLowerCase());
  if (at < 0) return undefined;
  const end = at + phrase.length;
  const start = at <= BEFORE_CHARS ? 0 : at - BEFORE_CHARS;
  return {
    part,
    before: `${start > 0 ? '…' : ''}${text.slice(start, at)}`,
    matched: text.slice(at, end),
    after: text.slice(end, end + AFTER_CHARS),
  };
}
