/** Errors about notes, with hints that name what there is. */

import { MementorError } from '../../errors/errors.ts';
import { native } from '../../memory.ts';

/** Returns the name of the kind with this name or alias; throws if there is none. */
export function kindNamed(name: string): string {
  const wanted = name.trim().toLowerCase();
  const kinds = native().noteKinds();
  const found = kinds.find((kind) => [kind.name, kind.plural, ...kind.aliases].includes(wanted));
  if (found !== undefined) return found.name;
  const message = `no kind of note is called ${JSON.stringify(name)}`;
  throw new MementorError('NOTE_KIND_UNKNOWN', message, `the kinds are ${namesOf(kinds)}`);
}

function namesOf(kinds: readonly { readonly name: string }[]): string {
  return kinds.map(({ name }) => name).join(', ');
}

/** Runs a call about notes; an unknown kind gets a hint that lists the kinds. */
export function told<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof MementorError) || error.code !== 'NOTE_KIND_UNKNOWN') throw error;
    const names = namesOf(native().noteKinds());
    throw new MementorError(error.code, error.message, `the kinds are ${names}`);
  }
}
