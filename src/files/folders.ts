/** Real paths of folders, with symbolic links resolved. */

import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/** Returns a folder's real path; for a missing folder, the path itself. */
export function realOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

/** Whether a directory is a folder or is below it; both must be real paths. */
export function isWithin(folder: string, directory: string): boolean {
  return directory === folder || directory.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Returns the root of the repository that contains a directory, else the directory itself. */
export function projectFolder(directory: string): string {
  const real = realOf(directory);
  return repositoryOf(real) ?? real;
}

/** Returns the root of the repository that contains a directory, which must be a real path. */
export function repositoryOf(directory: string): string | undefined {
  for (let folder = directory; ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}
