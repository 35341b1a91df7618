/** The turn before or after a turn in its session. */

import { MementorError } from '../errors/errors.ts';
import type { Memory, WholeTurn } from '../memory.ts';
import { shortId } from '../text/lines.ts';

export type Direction = 'next' | 'previous';

/** Returns the neighbour; throws at either end of the session. */
export function neighbourOf(turn: WholeTurn, direction: Direction, memory: Memory): WholeTurn {
  const [session = ''] = turn.sessions;
  const found = beside(turn, direction, memory.show(session));
  if (found !== undefined) return found;
  throw new MementorError(
    'TURN_AT_END',
    `turn ${shortId(turn.turn)} is the ${direction === 'next' ? 'last' : 'first'} of session ${shortId(session)}`,
    `\`mementor show ${shortId(session)} --head\` lists its turns`,
  );
}

/** A subagent's turns have an order of their own. Pure. */
export function beside(
  turn: WholeTurn,
  direction: Direction,
  all: readonly WholeTurn[],
): WholeTurn | undefined {
  const [session = ''] = turn.sessions;
  const own = all.filter((each) => each.sessions.includes(session) && each.agent === turn.agent);
  const at = own.findIndex((each) => each.turn === turn.turn);
  return at < 0 ? undefined : own[direction === 'next' ? at + 1 : at - 1];
}
