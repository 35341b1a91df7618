/**
 * Writes a file atomically, even across a power cut, and finds temporary files that a crash left.
 */

import { randomBytes } from 'node:crypto';
import { type FileHandle, link, lstat, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { codeOf } from '../errors/errors.ts';

/** A file's owner, by numeric ids. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

export interface AtomicWrite {
  readonly path: string;
  readonly text: string;
  /** Permissions of the new file; defaults to the process's. */
  readonly mode?: number | undefined;
  /** Owner of the new file; defaults to the process's. */
  readonly owner?: Owner | undefined;
  /** Runs right before the rename; throws to keep the old file. */
  readonly beforeRename?: () => Promise<void>;
  /** Whether there must be no file yet; then one that is there is an error, `EEXIST`. */
  readonly isNew?: boolean;
}

/** Writes a file. What an earlier process left of it when it was killed is removed. */
export async function writeAtomic(write: AtomicWrite): Promise<void> {
  const { path, text, mode, owner, beforeRename, isNew = false } = write;
  const left = await leftoversOf(path, { nowMs: Date.now(), young: false });
  await Promise.all(left.map((each) => rm(each, { force: true })));
  const temporary = join(dirname(path), temporaryName(path));
  try {
    const file = await open(temporary, 'wx', mode ?? 0o666);
    try {
      if (owner !== undefined) await giveTo(owner, file);
      // The umask has reduced the mode that `open` was given.
      if (mode !== undefined) await file.chmod(mode);
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await beforeRename?.();
    if (isNew) await nameNew(temporary, path);
    else await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw about(path, error);
  }
}

/** Gives a file the name that no other may have. Some file systems have no second names for one. */
async function nameNew(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path);
    await rm(temporary, { force: true });
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw error;
    await (await open(path, 'wx')).close();
    await rename(temporary, path);
  }
}

/** The user knows the file, not the temporary one. */
function about(path: string, error: unknown): unknown {
  return error instanceof Error && 'path' in error ? Object.assign(error, { path }) : error;
}

/** Root writes other users' files; a file that we own needs no change. */
async function giveTo({ uid, gid }: Owner, file: FileHandle): Promise<void> {
  const own = await file.stat();
  if (own.uid !== uid || own.gid !== gid) await file.chown(uid, gid);
}

function temporaryName(path: string): string {
  return `.${basename(path)}.mementor-${randomBytes(6).toString('hex')}.tmp`;
}

/** Longer than any write takes: a younger file may still be in use. */
const UNFINISHED_MS = 60_000;

export interface LookedFor {
  readonly nowMs: number;
  /** Whether to include files that another process may be writing right now. */
  readonly young: boolean;
}

/**
 * Returns the temporary files of {@link writeAtomic} beside a file that were never renamed.
 * Earlier versions had no `mementor` in the names: such files are included only if they are old.
 */
export async function leftoversOf(path: string, { nowMs, young }: LookedFor): Promise<string[]> {
  const folder = dirname(path);
  const names = await readdir(folder).catch(() => []);
  const found: string[] = [];
  for (const name of names.filter((each) => each.startsWith(`.${basename(path)}.`))) {
    const rest = name.slice(basename(path).length + 2);
    const [, mark] = /^(mementor-)?[0-9a-f]{12}\.tmp$/.exec(rest) ?? ['', null];
    if (mark === null) continue;
    const stats = await lstat(join(folder, name)).catch(() => undefined);
    if (stats?.isFile() !== true) continue;
    const isOld = nowMs - stats.mtimeMs > UNFINISHED_MS;
    if (isOld || (young && mark !== undefined)) found.push(join(folder, name));
  }
  return found;
}
