/** Folders: their real paths, with symbolic links resolved, and how to create them. */

import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmdirSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { codeOf } from '../errors/errors.ts';

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

/**
 * Creates a folder and its missing parents, and returns the first one that it created. Node's own
 * recursive `mkdir` never ends where a folder cannot be created in one that exists, as in `/proc`.
 */
export function makeFolder(path: string, mode?: number): string | undefined {
  const missing = missingOf(resolve(path));
  let first: string | undefined;
  for (const folder of missing) {
    if (madeFolder(folder, mode)) first ??= folder;
  }
  return first;
}

/**
 * Throws the system's error if a folder cannot be written, or could not be created. For a missing
 * folder it creates one with another name beside the first missing parent, and removes it: the
 * permissions of a file system such as `/proc` do not show.
 */
export function requireUsable(path: string): void {
  const [first] = missingOf(resolve(path));
  if (first === undefined) accessSync(path, constants.W_OK | constants.X_OK);
  else if (existsSync(first)) throw notFolder(path);
  else rmdirSync(mkdtempSync(join(dirname(first), '.mementor-')));
}

/**
 * Returns the folders of a path that do not exist, outermost first. Throws if the path leads through
 * something that is no folder; versions of Node differ in whether `stat` says that.
 */
function missingOf(path: string): string[] {
  const missing: string[] = [];
  for (let folder = path; !isFolder(folder); folder = dirname(folder)) {
    if (folder !== path && existsSync(folder)) throw notFolder(path);
    missing.unshift(folder);
    if (folder === dirname(folder)) break;
  }
  return missing;
}

/** Has the form of Node's own error. */
function notFolder(path: string): Error {
  const error = new Error(`ENOTDIR: not a directory, mkdir '${path}'`);
  return Object.assign(error, { code: 'ENOTDIR', syscall: 'mkdir', path });
}

/** Whether the folder was created here, and not by another process at the same time. */
function madeFolder(folder: string, mode: number | undefined): boolean {
  try {
    mkdirSync(folder, mode === undefined ? {} : { mode });
    return true;
  } catch (error) {
    if (isFolder(folder)) return false;
    throw error;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return false;
    throw error;
  }
}
