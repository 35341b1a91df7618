/**
 * Checks that Mementor's home exists, is writable, is not readable by others, and has space left.
 */

import { constants, existsSync, type Stats } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf, reasonOf } from '../errors/errors.ts';
import { hintFor } from '../errors/hints.ts';
import { homeOf } from '../home/paths.ts';
import { type Check, fail, minor, warn } from '../process/check.ts';
import type { Context } from '../process/context.ts';
import { sized } from '../text/numbers.ts';

export async function homeChecks(context: Context): Promise<Check[]> {
  const home = homeOf(context);
  return [await homeCheck(home, context.platform), ...(await diskChecks(home))];
}

/** Returns no check if the file system does not know. */
async function diskChecks(home: string): Promise<Check[]> {
  const folder = nearestFolder(home);
  try {
    const { bavail, bsize } = await statfs(folder);
    return [diskCheck(folder, bavail * bsize)];
  } catch {
    return [];
  }
}

/** A write-ahead log and a rewritten index need some room beside the database. */
const FREE_BYTES_MIN = 32_000_000;
const FREE_BYTES_LOW = 256_000_000;

/** Judges the free space on the disk of a folder. */
export function diskCheck(folder: string, freeBytes: number): Check {
  if (freeBytes >= FREE_BYTES_LOW) return minor('disk', `enough space on the disk of ${folder}`);
  const judge = freeBytes < FREE_BYTES_MIN ? fail : warn;
  const fix = 'free some space, or set MEMENTOR_HOME to another disk; then run the command again';
  return judge(
    'disk',
    `only ${sized(freeBytes)} free on the disk of ${folder}: when it is full, nothing is stored`,
    fix,
  );
}

function nearestFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path));
}

async function homeCheck(home: string, platform: Context['platform']): Promise<Check> {
  try {
    const found = await stat(home);
    if (!found.isDirectory()) return unwritable(`${home} is not a directory`);
    await access(home, constants.W_OK | constants.X_OK);
    return privacyCheck(home, found, platform);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return missing(home);
    return unwritable(`cannot write to ${home}: ${reasonOf(error)}`);
  }
}

async function missing(home: string): Promise<Check> {
  const folder = nearestFolder(home);
  try {
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    return unwritable(`${home} cannot be made: ${folder}: ${reasonOf(error)}`);
  }
  const fix = 'run `mementor enable`, or `mementor ingest --all`: either makes it';
  return warn('home', `${home} does not exist yet`, fix);
}

function unwritable(detail: string): Check {
  return fail('home', detail, hintFor('HOME_UNWRITABLE'));
}

/** Memories are private. Windows has no such permissions, and separates user profiles. */
function privacyCheck(home: string, { mode }: Stats, platform: Context['platform']): Check {
  if (platform === 'win32' || (mode & 0o077) === 0) return minor('home', home);
  const octal = (mode & 0o777).toString(8).padStart(3, '0');
  return warn('home', `${home} is open to other users (mode ${octal})`, `chmod 700 "${home}"`);
}
