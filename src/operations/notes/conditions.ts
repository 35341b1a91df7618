/** Conditions on notes, from the states that a person names. Pure. */

import type { NoteState } from '../../memory.ts';

const REPLACED = 'superseded';

/** Returns the conditions on notes in one of these states; for none, and for `all`, on none. */
export function conditionsOn(states: readonly string[]): {
  readonly states: NoteState[];
  /** Whether active notes must have been replaced, or must not. */
  readonly superseded?: boolean;
} {
  if (states.length === 0 || states.includes('all')) return { states: [] };
  const named = new Set(
    states.map((state) => (state === REPLACED ? 'active' : state)) as NoteState[],
  );
  const [holding, replaced] = ['active', REPLACED].map((state) => states.includes(state));
  return { states: [...named], ...(holding === replaced ? {} : { superseded: replaced === true }) };
}
