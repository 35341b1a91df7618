/** The backups that were written, so that what is forgotten is forgotten there too. */

import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { writeAtomic } from './claude/atomic-file.ts';
import { codeOf } from './errors.ts';
import { backupsOf } from './home.ts';
import { isObject, isStrings } from './json-object.ts';
import { readText } from './regular-file.ts';

/** Returns the backups that are still where they were written. */
export async function knownBackups(home: string): Promise<readonly string[]> {
  return (await listed(home)).filter((path) => existsSync(path));
}

export async function noteBackup(home: string, path: string): Promise<void> {
  const backups = [...new Set([...(await knownBackups(home)), path])];
  await mkdir(home, { recursive: true, mode: 0o700 });
  const text = `${JSON.stringify({ version: 1, backups }, null, 2)}\n`;
  await writeAtomic({ path: backupsOf(home), text, mode: 0o600 });
}

/** A damaged list is none: the backups themselves are whole. */
async function listed(home: string): Promise<readonly string[]> {
  try {
    const value: unknown = JSON.parse(readText(backupsOf(home)));
    return isObject(value) && isStrings(value.backups) ? value.backups : [];
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || error instanceof SyntaxError) return [];
    throw error;
  }
}
