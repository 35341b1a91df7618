/** Files of our own that must survive a power cut. */

import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../errors/errors.ts';
import { FILE_MODE } from './modes.ts';

/** Writes a new file of a folder: it is there as a whole, on the disk, or not at all. */
export function writeDurably(folder: string, name: string, text: string): void {
  const temporary = join(folder, `.${name}.tmp`);
  const file = openSync(temporary, 'wx', FILE_MODE);
  try {
    try {
      // Unlike `writeSync`, it writes all: a disk that is nearly full takes a part without an error.
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, join(folder, name));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  sync(folder);
}

/** Waits until a file or a folder is on the disk. Some systems cannot sync a folder. */
export function sync(path: string): void {
  try {
    const file = openSync(path, 'r');
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const code = codeOf(error) ?? '';
    if (!['ENOENT', 'EISDIR', 'EPERM', 'EINVAL', 'EACCES'].includes(code)) throw error;
  }
}
