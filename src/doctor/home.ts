/** Checks that Mementor's home exists, is writable, and is not readable by others. */

import { constants, type Stats } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { homeOf } from '../home.ts';
import { type Check, fail, ok, warn } from '../process/check.ts';
import type { Context } from '../process/context.ts';
import { codeOf, reasonOf } from '../process/errors.ts';
import { hintFor } from '../process/hints.ts';

export async function homeChecks(context: Context): Promise<Check[]> {
  return [await homeCheck(homeOf(context), context.platform)];
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

function missing(home: string): Check {
  const fix = 'run `mementor enable`, or `mementor ingest --all`: either makes it';
  return warn('home', `${home} does not exist yet`, fix);
}

function unwritable(detail: string): Check {
  return fail('home', detail, hintFor('HOME_UNWRITABLE'));
}

/** Memories are private. Windows has no such permissions, and separates user profiles. */
function privacyCheck(home: string, { mode }: Stats, platform: Context['platform']): Check {
  if (platform === 'win32' || (mode & 0o077) === 0) return ok('home', home);
  const octal = (mode & 0o777).toString(8).padStart(3, '0');
  return warn('home', `${home} is open to other users (mode ${octal})`, `chmod 700 "${home}"`);
}
