/** Errors about notes, with hints that name what there is. */

import { native, translated } from '../../memory.ts';
import { MementorError } from '../../process/errors.ts';

/** Runs a call about notes; an unknown kind gets a hint that lists the kinds. */
export function told<T>(call: () => T): T {
  try {
    return translated(call);
  } catch (error) {
    if (!(error instanceof MementorError) || error.code !== 'NOTE_KIND_UNKNOWN') throw error;
    const kinds = native().noteKinds();
    const names = kinds.map(({ name }) => name).join(', ');
    throw new MementorError(error.code, error.message, `the kinds are ${names}`);
  }
}
