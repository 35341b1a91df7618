/** The session that a user means: by a prefix of its own id, or of the id of one of its turns. */

import { MementorError } from '../errors/errors.ts';
import type { Memory } from '../memory.ts';
import { oneLine } from '../text/lines.ts';
import { ambiguous, beginningOfId } from './id.ts';

export const WHERE_IDS = '`mementor sessions --all-projects` shows ids';

/** Returns the session with an id or a turn like this; throws if there is none, or several. */
export function sessionWith(text: string, memory: Memory): string {
  const session = sessionWithOrNone(text, memory);
  if (session !== undefined) return session;
  throw unknownSession(text.trim());
}

/** Returns the session with an id or a turn like this; throws only if several fit. */
export function sessionWithOrNone(text: string, memory: Memory): string | undefined {
  const id = beginningOfId(text, WHERE_IDS);
  return memory.sessionMeant(id) ?? undefined;
}

/** Returns the turn with an id like this; throws if there is none, or several. */
export function turnWith(text: string, memory: Memory): string {
  const hint = '`mementor query` and `mementor why` show ids';
  const id = beginningOfId(text, hint);
  const found = memory.show(id).flatMap(({ turn }) => (turn.startsWith(id) ? [turn] : []));
  const turns = [...new Set(found)];
  const [turn] = turns.includes(id) ? [id] : turns;
  if (turn === undefined) {
    const message = `no turn has an id that begins with ${oneLine(id)}`;
    throw new MementorError('TURN_UNKNOWN', message, hint);
  }
  if (turn === id || turns.length === 1) return turn;
  throw ambiguous(
    `${turns.length} turns have an id that begins with`,
    id,
    turns.map((each) => oneLine(each)),
  );
}

export function unknownSession(id: string): MementorError {
  return new MementorError(
    'SESSION_UNKNOWN',
    `no session or turn has an id that begins with ${oneLine(id)}`,
    '`mementor sessions --all-projects` lists the sessions',
  );
}
