/** Whether Mementor's home can be used: nothing is stored in a folder that cannot be written. */

import { codeOf, reasonOf } from '../errors/errors.ts';
import { requireUsable } from '../files/folders.ts';

/** Returns why the home cannot be written or created; undefined if it can. */
export function whyUnusable(home: string): string | undefined {
  try {
    requireUsable(home);
    return undefined;
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? 'it cannot be created' : reasonOf(error);
  }
}
