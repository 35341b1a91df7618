/** Where the index of the code around a folder is. */

import { type IndexPlace, indexedRoot } from '../../code-index.ts';
import { realOf } from '../../files/folders.ts';
import { homeOf } from '../../home/paths.ts';
import type { Context } from '../../process/context.ts';

/** Returns it for the working directory. Throws where nothing is indexed. */
export function codePlace(context: Context): IndexPlace {
  const home = homeOf(context);
  return { home, root: indexedRoot(home, realOf(context.cwd)) };
}
