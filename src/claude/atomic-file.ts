/** Writes a file whole or not at all, also through a power cut. */

import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

export interface AtomicWrite {
  readonly path: string;
  readonly text: string;
  /** Permissions of the new file; those of the process when left out. */
  readonly mode?: number | undefined;
  /** Runs right before the new file takes the old one's place; throws to keep the old one. */
  readonly beforeRename?: () => Promise<void>;
}

export async function writeAtomic(write: AtomicWrite): Promise<void> {
  const { path, text, mode, beforeRename } = write;
  const name = `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`;
  const temporary = join(dirname(path), name);
  try {
    const file = await open(temporary, 'wx', mode ?? 0o666);
    try {
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
