/** The files that our hook commands run. */

import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { filesOf } from './own-command.ts';

/** Returns the files that commands run but that do not exist. */
export function missingFiles(commands: readonly string[]): string[] {
  const files = new Set(commands.flatMap(filesOf));
  // The shell looks up a relative path in an environment that is unknown here.
  return [...files].filter((path) => isAbsolute(path) && !existsSync(path));
}
