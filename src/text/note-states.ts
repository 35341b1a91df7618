/**
 * The states of a note in a person's words; documents and the core have their own names. To the core
 * a note that a newer one replaced is active: it comes back if that one goes. Pure.
 */

import { MementorError } from '../errors/errors.ts';

const SHOWN: Readonly<Record<string, string>> = { tombstone: 'expired' };
const MEANT: Readonly<Record<string, string>> = { expired: 'tombstone' };

/** The states that a person can ask for. */
export const NOTE_STATES = [
  ...['proposed', 'active', 'superseded', 'resolved', 'archived', 'expired', 'rejected', 'merged'],
  'all',
] as const;

/** Returns the word that a person reads for a state. */
export function shownState(state: string): string {
  return SHOWN[state] ?? state;
}

/** Returns the name that the core knows for what a person typed; its own name is fine, too. */
export function stateMeant(word: string): string {
  const name = MEANT[word] ?? word;
  const states: readonly string[] = NOTE_STATES;
  if (states.includes(shownState(name))) return name;
  throw new MementorError(
    'INVALID_ARGUMENT',
    `no state is called ${JSON.stringify(word)}`,
    `the states are ${states.join(', ')}`,
  );
}
