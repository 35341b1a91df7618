/** The kinds of notes by their names. */

import { MementorError } from '../../errors/errors.ts';
import { hintOf, native } from '../../memory.ts';

/** Returns the name of the kind with this name or alias; throws if there is none. */
export function kindNamed(name: string): string {
  const wanted = name.trim().toLowerCase();
  const kinds = native().noteKinds();
  const found = kinds.find((kind) => [kind.name, kind.plural, ...kind.aliases].includes(wanted));
  if (found !== undefined) return found.name;
  const message = `no kind of note is called ${JSON.stringify(name)}`;
  throw new MementorError('NOTE_KIND_UNKNOWN', message, hintOf('NOTE_KIND_UNKNOWN'));
}
