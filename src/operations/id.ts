/** Ids as a user types them: by prefix. */

import { MementorError } from '../errors/errors.ts';
import { oneLine } from '../text/lines.ts';

/** A shorter prefix would match too many ids. */
const CHARS_MIN = 4;
const CANDIDATES_MAX = 5;

/** The beginning of a UUID in capitals, as some programs show it. Shorter, it may be one of a ULID. */
const CAPITALS = /^[0-9A-F-]{8,}$/;

/** Returns an id prefix as ids are written, without what stands for its end; throws if it is too short. */
export function beginningOfId(text: string, where: string): string {
  const typed = text.trim().replace(/(?:…|\.\.\.)$/, '');
  const id = CAPITALS.test(typed) ? typed.toLowerCase() : typed;
  if (id.length >= CHARS_MIN) return id;
  throw new MementorError(
    'ID_SHORT',
    `${JSON.stringify(id)} is too short for an id`,
    `give at least ${CHARS_MIN} characters; ${where}`,
  );
}

/** Returns the error that several ids begin so; a candidate is a line. */
export function ambiguous(problem: string, id: string, candidates: readonly string[]) {
  const more = candidates.length - CANDIDATES_MAX;
  const lines = candidates.slice(0, CANDIDATES_MAX).map((line) => `\n  ${line}`);
  const rest = more > 0 ? `\n  … and ${more} more` : '';
  const message = `${problem} ${oneLine(id)}:${lines.join('')}${rest}`;
  return new MementorError('ID_AMBIGUOUS', message, 'give more of the id');
}
