/** The backups that were written, so that what is forgotten is forgotten there too. */

import { mkdir } from 'node:fs/promises';
import { writeAtomic } from '../files/atomic-file.ts';
import { isStrings, parseObject } from '../files/json-object.ts';
import { FILE_MODE, FOLDER_MODE } from '../files/modes.ts';
import { readText } from '../files/regular-file.ts';
import { backupsOf } from '../home.ts';
import { codeOf, MementorError, messageOf } from '../process/errors.ts';

/** The list as it is read. */
export interface BackupList {
  /** Every backup that was written; some may lie on a disk that is not there now. */
  readonly paths: readonly string[];
  /** Why the list cannot be read: then there may be backups that nobody knows of. */
  readonly unreadable: string | undefined;
}

/** Reads the list; a file that is not there is an empty one. */
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
    return unreadable(messageOf(error));
  }
}

/** What a person can do about a list that cannot be read. */
export const REPAIR_LIST =
  'repair it, or delete it after the backups that it names: they hold what is forgotten from now on';

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
  await writeList(home, [...new Set([...listToChange(home), path])]);
}

/** Takes a backup off the list. Returns whether it was on it. */
export async function dropBackup(home: string, path: string): Promise<boolean> {
  const listed = listToChange(home);
  if (!listed.includes(path)) return false;
  const left = listed.filter((each) => each !== path);
  await writeList(home, left);
  return true;
}

/** A list that cannot be read is never written over: it may name backups. */
function listToChange(home: string): readonly string[] {
  const { paths, unreadable } = readBackups(home);
  if (unreadable === undefined) return paths;
  throw new MementorError('BACKUPS_BROKEN', `${backupsOf(home)}: ${unreadable}`, REPAIR_LIST);
}

async function writeList(home: string, backups: readonly string[]): Promise<void> {
  await mkdir(home, { recursive: true, mode: FOLDER_MODE });
  const text = `${JSON.stringify({ version: 1, backups }, null, 2)}\n`;
  await writeAtomic({ path: backupsOf(home), text, mode: FILE_MODE });
}
