/** Receipts of what enable wrote, so that disable can restore the exact previous bytes. */

import { readdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf } from '../../errors/errors.ts';
import { writeAtomic } from '../../files/atomic-file.ts';
import { isWithin, makeFolder } from '../../files/folders.ts';
import { isObject, isStrings, parseObject } from '../../files/json-object.ts';
import { FILE_MODE, FOLDER_MODE } from '../../files/modes.ts';
import { textIfReadable } from '../../files/regular-file.ts';
import { homeOf, receiptsOf } from '../../home/paths.ts';
import type { Context } from '../../process/context.ts';
import type { Watch } from '../../process/watch.ts';
import { firstMissingFolder } from './settings.ts';
import { sha256, type Undo } from './undo.ts';

/** What enable wrote into a file of others, or into a folder of ours. */
export interface Receipt {
  /** The agent's name; the default agent's is left out. */
  readonly agent?: string | undefined;
  /** The file that enable changed, or the folder that it made. */
  readonly path: string;
  /** The name of what was put into the file; left out for hooks, and for a folder. */
  readonly part?: string | undefined;
  /** For a file. */
  readonly undo?: Undo | undefined;
  /** The undo for the text before the last change, kept until that change is written. */
  readonly earlier?: Undo | undefined;
  /** For a folder: the files in it. */
  readonly files?: readonly WrittenFile[] | undefined;
  /** The commands that enable wrote: they stay ours even if Mementor has moved since. */
  readonly commands?: readonly string[] | undefined;
  /** The person's own status line as it stood in the file, with its quotes; null without one. */
  readonly line?: { readonly original: string | null } | undefined;
  /** The first folder that enable created for it. */
  readonly createdFolder: string | null;
  /** Whether enable created the file; left out if not. An update of it does not know that. */
  readonly createdFile?: true | undefined;
}

export interface WrittenFile {
  /** Relative to the folder. */
  readonly path: string;
  /** SHA-256 of the file that was replaced; null if there was none. */
  readonly before: string | null;
  /** SHA-256 of the file as it was written. */
  readonly after: string;
}

/** The name of a status line in receipts; the build before left it out. */
export const STATUS_LINE = 'statusLine';

/** Returns the path of the receipt of a file, of a part of it, or of a folder. */
export function receiptPath(home: string, path: string, part?: string): string {
  const key = part === undefined ? path : `${path}#${part}`;
  return join(receiptsOf(home), `${sha256(key).slice(0, 16)}.json`);
}

/** Reads a receipt; undefined if it is missing or damaged, since disable works without it. */
export function readReceipt(home: string, path: string, part?: string): Receipt | undefined {
  const receipt = parsed(textIfReadable(receiptPath(home, path, part)) ?? '');
  return receipt?.path === path && receipt.part === part ? receipt : undefined;
}

/** Returns the undo in a receipt that matches a settings file's text, if any. */
export function undoFor(
  receipt: Pick<Receipt, 'undo' | 'earlier'> | undefined,
  text: string | undefined,
): Undo | undefined {
  if (receipt === undefined || text === undefined) return undefined;
  const after = sha256(text);
  return [receipt.undo, receipt.earlier].find((undo) => undo?.after === after);
}

/** Returns all receipts of an agent. */
export async function receiptsIn(home: string, agent?: string): Promise<readonly Receipt[]> {
  const all = (await textsIn(home)).flatMap((text) => parsed(text) ?? []);
  return all.filter((receipt) => receipt.agent === agent);
}

async function textsIn(home: string): Promise<string[]> {
  const folder = receiptsOf(home);
  const names = await readdir(folder).catch(() => []);
  return names.map((name) => textIfReadable(join(folder, name)) ?? '');
}

/**
 * Returns the first folder that enable created, or is about to create, on the way to a file or a
 * folder, for whatever it installs: what is removed last removes the folders of all.
 */
async function createdFolderFor(
  target: string,
  before: Receipt | undefined,
  home: string,
): Promise<string | null> {
  const own = (await firstMissingFolder(target)) ?? before?.createdFolder ?? undefined;
  const folders = (await textsIn(home)).map((text) => parseObject(text)?.createdFolder);
  const above = folders.filter(
    (folder): folder is string => typeof folder === 'string' && isWithin(folder, target),
  );
  const all = own === undefined ? above : [own, ...above];
  return all.toSorted((a, b) => a.length - b.length)[0] ?? null;
}

/** A receipt, but for the folder that is created. */
export type Written = Omit<Receipt, 'createdFolder'>;

/**
 * Keeps a receipt of what some work writes to a target; if the work fails, the receipt from before
 * is kept. The receipt comes first: if enable is killed before the work, it matches nothing and does
 * no harm. That no receipt can be kept is only a warning: disable still finds what is ours.
 */
export async function withReceipt(
  written: Written,
  target: string,
  work: () => Promise<unknown>,
  context: Context,
  watch: Watch,
): Promise<void> {
  const home = homeOf(context);
  const before = readReceipt(home, written.path, written.part);
  const keep = async (receipt: Receipt) => {
    try {
      await writeReceipt(home, receipt);
    } catch (error) {
      watch.warn(`no receipt was kept in ${home}: ${messageOf(error)}`);
    }
  };
  await keep({ ...written, createdFolder: await createdFolderFor(target, before, home) });
  try {
    await work();
  } catch (error) {
    if (before === undefined) await deleteReceipt(home, written.path, written.part);
    else await keep(before);
    throw error;
  }
}

export async function writeReceipt(home: string, receipt: Receipt): Promise<void> {
  const path = receiptPath(home, receipt.path, receipt.part);
  makeFolder(dirname(path), FOLDER_MODE);
  const text = `${JSON.stringify({ version: 1, ...receipt }, null, 2)}\n`;
  await writeAtomic({ path, text, mode: FILE_MODE });
}

/** Deletes a receipt; a failure is harmless, because a receipt matches only its own text. */
export async function deleteReceipt(home: string, path: string, part?: string): Promise<void> {
  const receipt = receiptPath(home, path, part);
  try {
    await rm(receipt, { force: true });
    await rmdir(dirname(receipt));
  } catch {
    // The folder contains other receipts, or we may not change it.
  }
}

function parsed(text: string): Receipt | undefined {
  const { version, agent, path, part, undo, earlier, files, commands, line, ...more } =
    parseObject(text) ?? {};
  const { createdFolder, createdFile } = more;
  if (version !== 1 || typeof path !== 'string') return undefined;
  if (createdFolder !== null && typeof createdFolder !== 'string') return undefined;
  // A file is undone, and a folder's files are deleted.
  const isFolder = Array.isArray(files) && files.every(isWrittenFile);
  if (!isUndo(undo) && !isFolder) return undefined;
  const original = isObject(line) ? line.original : undefined;
  const hasLine = original === null || typeof original === 'string';
  const name = hasLine ? STATUS_LINE : part;
  if (name === undefined && !isStrings(commands)) return undefined;
  return {
    agent: typeof agent === 'string' ? agent : undefined,
    path,
    part: typeof name === 'string' ? name : undefined,
    undo: isUndo(undo) ? undo : undefined,
    earlier: isUndo(earlier) ? earlier : undefined,
    files: isFolder ? files : undefined,
    commands: isStrings(commands) ? commands : undefined,
    line: hasLine ? { original } : undefined,
    createdFolder,
    ...(createdFile === true ? { createdFile } : {}),
  };
}

function isWrittenFile(value: unknown): value is WrittenFile {
  if (!isObject(value)) return false;
  const { path, before, after } = value;
  return (
    isInside(path) && (before === null || typeof before === 'string') && typeof after === 'string'
  );
}

/** Disable deletes the files in a receipt, so their paths must stay inside the folder. */
function isInside(path: unknown): boolean {
  return (
    typeof path === 'string' && path.split('/').every((name) => /^(?!\.{1,2}$)[^\\:]+$/.test(name))
  );
}

function isUndo(value: unknown): value is Undo {
  if (!isObject(value)) return false;
  const { offset, inserted, removed, before, after } = value;
  return (
    isCount(offset) &&
    isCount(inserted) &&
    typeof removed === 'string' &&
    (before === null || typeof before === 'string') &&
    typeof after === 'string'
  );
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
