/** Ids as a user types them: by prefix. */

import { MementorError } from '../errors/errors.ts';

/** A shorter prefix would match too many ids. */
const CHARS_MIN = 4;

/** Returns an id prefix, trimmed; throws if it is too short. */
export function beginningOfId(text: string, where: string): string {
  const id = text.trim();
  if (id.length >= CHARS_MIN) return id;
  throw new MementorError(
    'ID_SHORT',
    `${JSON.stringify(id)} is too short for an id`,
    `give at least ${CHARS_MIN} characters; ${where}`,
  );
}
