/** Writes a file whole or not at all, also through a power cut; and finds what a crash left of that. */

import { randomBytes } from 'node:crypto';
import { type FileHandle, lstat, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Whose a file is, by the system's numbers. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

export interface AtomicWrite {
  readonly path: string;
  readonly text: string;
  /** Permissions of the new file; those of the process when left out. */
  readonly mode?: number | undefined;
  /** Whose the new file is; the process's when left out. */
  readonly owner?: Owner | undefined;
  /** Runs right before the new file takes the old one's place; throws to keep the old one. */
  readonly beforeRename?: () => Promise<void>;
}

export async function writeAtomic(write: AtomicWrite): Promise<void> {
  const { path, text, mode, owner, beforeRename } = write;
  const temporary = join(dirname(path), temporaryName(path));
  try {
    const file = await open(temporary, 'wx', mode ?? 0o666);
    try {
      if (owner !== undefined) await giveTo(owner, file);
      // The umask has cut the mode that `open` was given.
      if (mode !== undefined) await file.chmod(mode);
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await beforeRename?.();
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Root writes files of others; a file of one's own needs no change. */
async function giveTo({ uid, gid }: Owner, file: FileHandle): Promise<void> {
  const own = await file.stat();
  if (own.uid !== uid || own.gid !== gid) await file.chown(uid, gid);
}

function temporaryName(path: string): string {
  return `.${basename(path)}.mementor-${randomBytes(6).toString('hex')}.tmp`;
}

/** Longer than any write takes: a younger one may still be written. */
const UNFINISHED_MS = 60_000;

export interface LookedFor {
  readonly nowMs: number;
  /** Whether files count that another process may be writing right now. */
  readonly young: boolean;
}

/**
 * Returns the temporary files of {@link writeAtomic} beside a file that it never came to rename.
 * Earlier versions left the word `mementor` out of their names: those count when they are old.
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
