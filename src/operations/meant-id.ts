/** The id that `mementor show` means: given, a number of the last list, or the one shown last. */

import { MementorError } from '../errors/errors.ts';
import type { LastList } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { lastList } from '../reports/last-list.ts';
import { counted } from '../text/numbers.ts';

/** A place in the last list. */
export interface Place {
  readonly number: number;
  readonly of: number;
  /** When the list was shown. */
  readonly atMs: number;
}

export interface MeantId {
  readonly id: string;
  /** Undefined if no number was given. */
  readonly place?: Place;
}

/** Shorter than the beginning of an id must be; no list is longer. */
const NUMBER = /^\d{1,3}$/;

/** Returns the id; throws if nothing is meant. Without an id, it is the turn shown last. */
export function meantId(id: string | undefined, context: Context): MeantId {
  if (id !== undefined && !NUMBER.test(id.trim())) return { id };
  const list = lastList(context);
  return id === undefined ? shownLast(list) : numbered(Number(id), list);
}

function shownLast(list: LastList | undefined): MeantId {
  if (typeof list?.shown === 'string') return { id: list.shown };
  throw new MementorError(
    'ID_MISSING',
    'no turn was shown yet',
    list === undefined || list.turns.length === 0
      ? 'give an id: `mementor query` and `mementor sessions` show ids'
      : 'show one first: `mementor show 1` is the first hit of the last list',
  );
}

function numbered(number: number, list: LastList | undefined): MeantId {
  if (list === undefined || list.turns.length === 0) {
    throw new MementorError(
      'LIST_MISSING',
      `there is no list of hits that ${number} could stand for`,
      'run `mementor query` first, or give four characters or more of an id',
    );
  }
  const turn = list.turns[number - 1];
  if (turn !== undefined)
    return { id: turn, place: { number, of: list.turns.length, atMs: list.atMs } };
  throw new MementorError(
    'LIST_SHORT',
    `the last list has ${counted(list.turns.length, 'hit')}, and no number ${number}`,
    'give one of its numbers, or four characters or more of an id',
  );
}
