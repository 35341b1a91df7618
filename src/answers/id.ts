/** Ids as a person types them: by their beginning. */

import { MementorError } from '../process/errors.ts';

/** Fewer characters would name half of what is stored. */
const CHARS_MIN = 4;

/** Returns the beginning of an id without blanks around it; one that is too short is an error. */
export function beginningOfId(text: string, where: string): string {
  const id = text.trim();
  if (id.length >= CHARS_MIN) return id;
  throw new MementorError(
    'ID_SHORT',
    `${JSON.stringify(id)} is too short for an id`,
    `give at least ${CHARS_MIN} characters; ${where}`,
  );
}
