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
  const fields = [{ cwd: turn.cwd, branch: turn.branch }].flatMap(Object.entries);
  const texts = [...turn.steps.flatMap(textsOf), ...fields];
  for (const [part, text] of texts) {
    const match = typeof text === 'string' ? matchAt(String(part), text, phrase) : undefined;
    if (match !== undefined) return match;
  }
  return undefined;
}

/** The texts of a step; its own text comes first and is named after the step. */
function textsOf({ kind, text, label, ...others }: WholeTurn['steps'][number]) {
  const tool = label === undefined ? kind : `${kind} ${label}`;
  return [[kind === 'prompt' ? 'prompt' : tool, text], [tool, label], ...Object.entries(others)] as const;
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
