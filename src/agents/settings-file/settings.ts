/** Reads and writes settings files of agents. No other module writes them. */

import { constants } from 'node:fs';
import { access, lstat, readlink, realpath, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { codeOf, MementorError, reasonOf } from '../../errors/errors.ts';
import { type Owner, writeAtomic } from '../../files/atomic-file.ts';
import { makeFolder } from '../../files/folders.ts';
import { readBytes } from '../../files/regular-file.ts';
import { placeOf } from '../../text/place.ts';
import { invalid } from './settings-json.ts';

/** A settings file as it was read; a write is refused if the file has changed since. */
export interface SettingsFile {
  readonly path: string;
  /** The file that a symbolic link resolves to, else the path itself. */
  readonly target: string;
  /** Undefined if the file does not exist. */
  readonly text: string | undefined;
  readonly mode: number | undefined;
  readonly owner: Owner | undefined;
}

const LINKS_MAX = 40;

/** Reads a settings file; a missing file is not an error. */
export async function readSettings(path: string): Promise<SettingsFile> {
  try {
    const target = await targetOf(path);
    const bytes = await bytesOf(target);
    if (!bytes) return { path, target, text: undefined, mode: undefined, owner: undefined };
    const { mode, uid, gid } = await stat(target);
    const owner = { uid, gid };
    return { path, target, text: decode(bytes, path), mode: mode & 0o7777, owner };
  } catch (error) {
    if (error instanceof MementorError) throw error;
    const hint = 'make sure that it is a file you may read';
    throw new MementorError('SETTINGS_UNREADABLE', `cannot read ${path}: ${reasonOf(error)}`, hint);
  }
}

/** Writes a settings file; returns the first folder that it had to create. */
export async function writeSettings(file: SettingsFile, text: string): Promise<string | undefined> {
  const folder = dirname(file.target);
  let created: string | undefined;
  try {
    created = makeFolder(folder);
    // A rename would replace a write-protected file too, so check for write access.
    if (file.text !== undefined) await access(file.target, constants.W_OK);
    const beforeRename = () => checkUnchanged(file);
    const { target, mode, owner } = file;
    await writeAtomic({ path: target, text, mode, owner, beforeRename });
    return created;
  } catch (error) {
    if (created) await removeEmptyFolders(folder, created);
    throw unwritable(file, error);
  }
}

/** Deletes a settings file, and then the empty folders from its own up to `created`. */
export async function deleteSettings(file: SettingsFile, created?: string): Promise<void> {
  try {
    await checkUnchanged(file);
    await rm(file.target);
  } catch (error) {
    throw unwritable(file, error);
  }
  if (created) await removeEmptyFolders(dirname(file.target), created);
}

async function targetOf(path: string): Promise<string> {
  let target = path;
  for (let links = 0; links < LINKS_MAX; links += 1) {
    const real = await orMissing(realpath(target));
    if (real) return real;
    // The file is missing, or a link dangles: then create the file at the link's target.
    const entry = await orMissing(lstat(target));
    if (!entry?.isSymbolicLink()) return target;
    target = resolve(dirname(target), await readlink(target));
  }
  return target;
}

async function bytesOf(target: string): Promise<Buffer | undefined> {
  return await orMissing(Promise.resolve().then(() => readBytes(target)));
}

async function orMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function decode(bytes: Buffer, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    const hint = 'save the file as UTF-8; the agent ignores it as it is';
    throw invalid(path, placeOfInvalid(bytes), 'the file is not valid UTF-8', hint);
  }
}

/** Returns the position of the first byte that is not valid UTF-8. */
function placeOfInvalid(bytes: Buffer): string {
  // A lenient decoder writes U+FFFD there, which encodes to different bytes.
  const forgiven = Buffer.from(bytes.toString('utf8'));
  const offset = bytes.findIndex((byte, index) => byte !== forgiven[index]);
  const head = bytes.subarray(0, offset).toString('utf8');
  return placeOf(head, head.length);
}

async function checkUnchanged(file: SettingsFile): Promise<void> {
  const bytes = await bytesOf(file.target);
  const same = file.text === undefined ? !bytes : bytes?.equals(Buffer.from(file.text));
  if (same) return;
  const message = `${file.path} was changed by another program just now; nothing was written`;
  throw new MementorError('SETTINGS_CHANGED', message, 'run the command again');
}

/** Removes a folder and its parents up to `upTo`, as long as they are empty. */
export async function removeEmptyFolders(from: string, upTo: string): Promise<void> {
  try {
    // The target is a real path once the file exists; `upTo` was recorded before.
    const last = await realpath(upTo);
    let folder = await realpath(await nearestThere(from));
    while (!relative(last, folder).startsWith('..')) {
      await rmdir(folder);
      folder = dirname(folder);
    }
  } catch {
    // A folder is not empty, or was removed: another program uses or removed it.
  }
}

/** Returns the nearest existing path: the path itself or a parent. */
async function nearestThere(path: string): Promise<string> {
  let folder = path;
  while ((await orMissing(lstat(folder))) === undefined) folder = dirname(folder);
  return folder;
}

/** Returns the first missing parent folder of a file; undefined if none is missing. */
export async function firstMissingFolder(file: string): Promise<string | undefined> {
  let first: string | undefined;
  let folder = dirname(file);
  while (folder !== dirname(folder) && (await orMissing(lstat(folder))) === undefined) {
    first = folder;
    folder = dirname(folder);
  }
  return first;
}

function unwritable(file: SettingsFile, error: unknown): Error {
  if (error instanceof MementorError) return error;
  const hint = ['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error) ?? '')
    ? `make ${file.target} and its folder writable, or choose another file with \`--project\` or \`--local\``
    : 'the file is as it was; run the command again once that is repaired';
  return new MementorError(
    'SETTINGS_UNWRITABLE',
    `cannot write ${file.path}: ${reasonOf(error)}`,
    hint,
  );
}
