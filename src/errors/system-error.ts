/** Errors of the operating system as sentences: what it is, and what to do about it. Pure. */

interface Meaning {
  /** What is wrong with the file, as the end of a sentence. */
  readonly reason: string;
  readonly hint: string;
}

const PERMISSIONS =
  'check who may read and write it; MEMENTOR_HOME names another folder for the memory';
const PATH = 'check the path';
const ROOM = 'free some space and run the command again; what is stored stays';
const AGAIN = 'run the command again in a moment';

const MEANINGS: Readonly<Record<string, Meaning>> = {
  EACCES: { reason: 'permission denied', hint: PERMISSIONS },
  EPERM: { reason: 'permission denied', hint: PERMISSIONS },
  EROFS: { reason: 'the disk is read-only', hint: PERMISSIONS },
  ENOSPC: { reason: 'the disk is full', hint: ROOM },
  EDQUOT: { reason: 'your quota on this disk is used up', hint: ROOM },
  EFBIG: { reason: 'the file would be too large for this disk', hint: PATH },
  ENOENT: { reason: 'no such file or folder', hint: PATH },
  ENOTDIR: { reason: 'a part of this path is a file, not a folder', hint: PATH },
  EISDIR: { reason: 'it is a folder, not a file', hint: PATH },
  EEXIST: { reason: 'it exists already', hint: PATH },
  ENOTEMPTY: { reason: 'the folder is not empty', hint: PATH },
  ELOOP: { reason: 'its symbolic links form a circle', hint: PATH },
  ENAMETOOLONG: { reason: 'the name is too long', hint: PATH },
  EMFILE: { reason: 'too many files are open', hint: AGAIN },
  ENFILE: { reason: 'too many files are open', hint: AGAIN },
  EBUSY: { reason: 'another program is using it', hint: AGAIN },
  EIO: {
    reason: 'the disk reported an error',
    hint: 'check the disk; `mementor doctor` checks the memory',
  },
};

/** Returns what an error of the operating system says; `undefined` for any other error. */
export function meaningOf(error: unknown): Meaning | undefined {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return undefined;
  // Refused by `files/regular-file.ts`.
  if (error.code === 'FILE_REFUSED') return { reason: error.message, hint: PATH };
  return typeof error.code === 'string' ? MEANINGS[error.code] : undefined;
}

/** Returns the path that an error is about, if it names one. */
export function pathOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('path' in error)) return undefined;
  return typeof error.path === 'string' ? error.path : undefined;
}
