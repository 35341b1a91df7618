/** Paths that lead into a file: a database that holds many things, each with a path below its own. */

import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Returns the file that a path leads into, such as a database; any other path itself. */
export function holdingFile(path: string): string {
  const above = dirname(path);
  try {
    return statSync(above).isFile() ? above : path;
  } catch {
    return path;
  }
}
