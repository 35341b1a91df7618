/** The list of backups written, so that forget can remove turns from them too. */

import { codeOf, MementorError, reasonOf } from '../errors/errors.ts';
import { writeAtomic } from '../files/atomic-file.ts';
import { makeFolder } from '../files/folders.ts';
import { isStrings, parseObject } from '../files/json-object.ts';
import { FILE_MODE, FOLDER_MODE } from '../files/modes.ts';
import { readText } from '../files/regular-file.ts';
import { backupsOf } from './paths.ts';

/** The list as it was read. */
export interface BackupList {
  /** Every backup that was written; some may be on a disk that is not connected now. */
  readonly paths: readonly string[];
  /** Why the list is unreadable: then there may be backups that are not known. */
  readonly unreadable: string | undefined;
}

/** Reads the list; a missing file is an empty list. */
export function readBackups(home: string): BackupList {
  const unreadable = (why: string) => ({
    paths: [],
    unreadable: `the list of backups cannot be read: ${why}`,
  });
  try {
    const backups = parseObject(readText(backupsOf(home)))?.backups;
    if (isStrings(backups)) return { paths: backups, unreadable: undefined };
    return unreadable('it must be a JSON object with the list `backups`');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { paths: [], unreadable: undefined };
    return unreadable(reasonOf(error));
  }
}

/** What the user can do about an unreadable list. */
export const REPAIR_LIST =
  'repair it, or delete it after the backups that it names: they hold what is forgotten from now on';

/** Adds a backup to the list. */
export async function noteBackup(home: string, path: string): Promise<void> {
  // Node's replacement for bytes that are not UTF-8: such a path could never be found again.
  if (path.includes('\uFFFD')) {
    throw new MementorError(
      'FILE_UNWRITABLE',
      `the path of a backup must be UTF-8: ${path}`,
      'give it another name: Mementor must find it again to forget in it',
    );
  }
  await writeList(home, [...new Set([...listToChange(home), path])]);
}

/** Removes a backup from the list. Returns whether it was listed. */
export async function dropBackup(home: string, path: string): Promise<boolean> {
  const listed = listToChange(home);
  if (!listed.includes(path)) return false;
  const left = listed.filter((each) => each !== path);
  await writeList(home, left);
  return true;
}

/** Never overwrites an unreadable list: it may name backups. */
function listToChange(home: string): readonly string[] {
  const { paths, unreadable } = readBackups(home);
  if (unreadable === undefined) return paths;
  throw new MementorError('BACKUPS_BROKEN', `${backupsOf(home)}: ${unreadable}`, REPAIR_LIST);
}

async function writeList(home: string, backups: readonly string[]): Promise<void> {
  makeFolder(home, FOLDER_MODE);
  const text = `${JSON.stringify({ version: 1, backups }, null, 2)}\n`;
  await writeAtomic({ path: backupsOf(home), text, mode: FILE_MODE });
}
