/** Folders as they really lie, whatever links lead there. */

import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/** Returns a folder's real path; a folder that is gone keeps the name it had. */
export function realOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

/** Whether a directory is a folder or lies below it; both are real paths. */
export function isWithin(folder: string, directory: string): boolean {
  return directory === folder || directory.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Returns the top of the repository that a directory lies in, else the directory itself. */
export function projectFolder(directory: string): string {
  const real = realOf(directory);
  for (let folder = real; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (folder === dirname(folder)) return real;
  }
}
