/** The error of a file or folder of Mementor's that cannot be written. */

import { codeOf, MementorError, reasonOf } from '../errors/errors.ts';
import { hintFor } from '../errors/hints.ts';

const FULL: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT']);

/** Returns the error for a failed write: on a full disk it is not the folder's fault. */
export function unwritable(path: string, error: unknown): MementorError {
  const code = FULL.has(codeOf(error)) ? 'DISK_FULL' : 'HOME_UNWRITABLE';
  return new MementorError(code, `${path} cannot be written: ${reasonOf(error)}`, hintFor(code));
}
