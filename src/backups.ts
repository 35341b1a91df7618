/** The backups that were written, so that what is forgotten is forgotten there too. */

import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { writeAtomic } from './claude/atomic-file.ts';
import { codeOf, MementorError } from './errors.ts';
import { backupsOf } from './home.ts';
import { isObject, isStrings } from './json-object.ts';
import { readText } from './regular-file.ts';

/** Returns every backup that was written; some may lie on a disk that is not there now. */
export async function listedBackups(home: string): Promise<readonly string[]> {
  try {
    const value: unknown = JSON.parse(readText(backupsOf(home)));
    return isObject(value) && isStrings(value.backups) ? value.backups : [];
  } catch (error) {
    // A damaged list is none: the backups themselves are whole.
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError) return [];
    throw error;
  }
}

/** Returns the backups that are still where they were written. */
export async function knownBackups(home: string): Promise<readonly string[]> {
  return (await listedBackups(home)).filter((path) => existsSync(path));
}

/** Puts a backup on the list. */
export async function noteBackup(home: string, path: string): Promise<void> {
  // What Node makes of a name that is not UTF-8: the file could never be found again.
  if (path.includes('\uFFFD')) {
    throw new MementorError(
      'FILE_UNWRITABLE',
      `the path of a backup must be UTF-8: ${path}`,
      'give it another name: Mementor must find it again to forget in it',
    );
  }
  await writeList(home, [...new Set([...(await listedBackups(home)), path])]);
}

/** Takes a backup off the list. Returns whether it was on it. */
export async function dropBackup(home: string, path: string): Promise<boolean> {
  const listed = await listedBackups(home);
  if (!listed.includes(path)) return false;
  const left = listed.filter((each) => each !== path);
  await writeList(home, left);
  return true;
}

async function writeList(home: string, backups: readonly string[]): Promise<void> {
  await mkdir(home, { recursive: true, mode: 0o700 });
  const text = `${JSON.stringify({ version: 1, backups }, null, 2)}\n`;
  await writeAtomic({ path: backupsOf(home), text, mode: 0o600 });
}
