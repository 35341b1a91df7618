/**
 * The one walk of a tree of folders. It enters real folders only: versions of Node differ in whether
 * their own recursive functions go through links.
 */

import { lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../errors/errors.ts';

/** Returns the paths of everything below a folder that is no folder itself, links among them. */
export function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

/** Deletes a file, a link, or a folder with all that is in it. One that is missing is no error. */
export function removeTree(path: string): void {
  try {
    if (lstatSync(path).isDirectory()) {
      for (const name of readdirSync(path)) removeTree(join(path, name));
      rmdirSync(path);
    } else unlinkSync(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}
