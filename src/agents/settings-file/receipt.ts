/** Receipts of what enable wrote, so that disable can restore the exact previous bytes. */

import { readdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeAtomic } from '../../files/atomic-file.ts';
import { isWithin, makeFolder } from '../../files/folders.ts';
import { isObject, isStrings, type JsonObject, parseObject } from '../../files/json-object.ts';
import { FILE_MODE, FOLDER_MODE } from '../../files/modes.ts';
import { readText, textIfReadable } from '../../files/regular-file.ts';
import { receiptsOf } from '../../home/paths.ts';
import { firstMissingFolder } from './settings.ts';
import { sha256, type Undo } from './undo.ts';

export interface Receipt {
  /** The agent's name; the default agent's is left out. */
  readonly agent?: string | undefined;
  /** The settings file that enable changed. */
  readonly path: string;
  readonly undo: Undo;
  /** The undo for the text before the last change, kept until that change is written. */
  readonly earlier?: Undo | undefined;
  /** The commands that enable wrote: they stay ours even if Mementor has moved since. */
  readonly commands: readonly string[];
  /** The first folder that enable created for the file. */
  readonly createdFolder: string | null;
  /** Whether enable created the file; left out if not. An update of it does not know that. */
  readonly createdFile?: true | undefined;
}

/** What enable wrote into the status line of a settings file. */
export interface LineReceipt extends Omit<Receipt, 'commands'> {
  /** The person's own command as it stood in the file, with its quotes; null if there was none. */
  readonly line: { readonly original: string | null };
}

/** A part of ours that enable put into a file which others write too. */
export interface PartReceipt extends Omit<Receipt, 'commands'> {
  readonly agent: string;
  /** The part's name. */
  readonly part: string;
}

export interface PluginReceipt {
  /** The plugin's folder. */
  readonly path: string;
  readonly files: readonly WrittenFile[];
  readonly commands: readonly string[];
  /** The first folder that enable created for the plugin's folder. */
  readonly createdFolder: string | null;
}

/** What undoes an insertion into a settings file. */
export type Undoable = Pick<Receipt, 'undo' | 'earlier' | 'createdFolder' | 'createdFile'>;

export type AnyReceipt = Receipt | LineReceipt | PartReceipt | PluginReceipt;

export interface WrittenFile {
  /** Relative to the plugin's folder. */
  readonly path: string;
  /** SHA-256 of the file that was replaced; null if there was none. */
  readonly before: string | null;
  /** SHA-256 of the file as it was written. */
  readonly after: string;
}

/** Returns the path of the receipt of a settings file or plugin folder. */
export function receiptPath(home: string, path: string): string {
  return join(receiptsOf(home), `${sha256(path).slice(0, 16)}.json`);
}

/** Reads a receipt; undefined if it is missing or damaged, since disable works without it. */
export async function readReceipt(home: string, path: string): Promise<Receipt | undefined> {
  return await readAs(parseReceipt, home, path);
}

/** Reads the receipt of a status line; undefined if it is missing or damaged. */
export async function readLineReceipt(
  home: string,
  path: string,
): Promise<LineReceipt | undefined> {
  return await readAs(parseLineReceipt, home, path, lineKey(path));
}

/** Returns the name under which the receipt of a file's status line is kept. */
export function lineKey(path: string): string {
  return `${path}#statusLine`;
}

/** Returns the name under which the receipt of a part of a file is kept. */
export function partKey(path: string, part: string): string {
  return `${path}#${part}`;
}

/** Reads the receipt of a part of a file; undefined if it is missing or damaged. */
export async function readPartReceipt(
  home: string,
  path: string,
  part: string,
): Promise<PartReceipt | undefined> {
  return await readAs(parsePartReceipt, home, path, partKey(path, part));
}

/** Reads the receipt of a plugin; undefined if it is missing or damaged. */
export async function readPluginReceipt(
  home: string,
  path: string,
): Promise<PluginReceipt | undefined> {
  return await readAs(parsePluginReceipt, home, path);
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

/** Returns the settings files and the plugin folders of an agent that have receipts. */
export async function receiptsIn(
  home: string,
  agent?: string,
): Promise<{
  readonly settings: readonly string[];
  /** Files with a part of ours. */
  readonly parts: readonly string[];
  readonly plugins: readonly string[];
}> {
  const texts = await textsIn(home);
  const paths = (
    parse: (
      text: string,
    ) => { readonly path: string; readonly agent?: string | undefined } | undefined,
  ) =>
    texts
      .flatMap((text) => orNone(() => parse(text)) ?? [])
      .filter((receipt) => receipt.agent === agent)
      .map(({ path }) => path);
  const settings = [...new Set([...paths(parseReceipt), ...paths(parseLineReceipt)])];
  return { settings, parts: paths(parsePartReceipt), plugins: paths(parsePluginReceipt) };
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
export async function createdFolderFor(
  target: string,
  before: Pick<AnyReceipt, 'createdFolder'> | undefined,
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

function orNone<T>(work: () => T | undefined): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

async function readAs<T extends { readonly path: string }>(
  parse: (text: string) => T | undefined,
  home: string,
  path: string,
  key = path,
): Promise<T | undefined> {
  try {
    const receipt = parse(readText(receiptPath(home, key)));
    return receipt?.path === path ? receipt : undefined;
  } catch {
    return undefined;
  }
}

export async function writeReceipt(home: string, receipt: AnyReceipt): Promise<void> {
  const path = receiptPath(home, keyOf(receipt));
  makeFolder(dirname(path), FOLDER_MODE);
  const text = `${JSON.stringify({ version: 1, ...receipt }, null, 2)}\n`;
  await writeAtomic({ path, text, mode: FILE_MODE });
}

function keyOf(receipt: AnyReceipt): string {
  if ('line' in receipt) return lineKey(receipt.path);
  return 'part' in receipt ? partKey(receipt.path, receipt.part) : receipt.path;
}

/** Deletes a receipt; a failure is harmless, because a receipt matches only its own text. */
export async function deleteReceipt(home: string, path: string): Promise<void> {
  const receipt = receiptPath(home, path);
  try {
    await rm(receipt, { force: true });
    await rmdir(dirname(receipt));
  } catch {
    // The folder contains other receipts, or we may not change it.
  }
}

function parseReceipt(text: string): Receipt | undefined {
  const value: unknown = JSON.parse(text);
  if (!isObject(value) || value.version !== 1) return undefined;
  const { agent, path, undo, earlier, commands, createdFolder } = value;
  if (typeof path !== 'string' || !isUndo(undo) || !isStrings(commands)) return undefined;
  if (createdFolder !== null && typeof createdFolder !== 'string') return undefined;
  return {
    agent: typeof agent === 'string' ? agent : undefined,
    path,
    undo,
    earlier: isUndo(earlier) ? earlier : undefined,
    commands,
    createdFolder,
    ...createdFileIn(value),
  };
}

function createdFileIn({ createdFile }: JsonObject): Pick<Receipt, 'createdFile'> {
  return createdFile === true ? { createdFile } : {};
}

function parseLineReceipt(text: string): LineReceipt | undefined {
  const value: unknown = JSON.parse(text);
  if (!isObject(value) || value.version !== 1 || !isObject(value.line)) return undefined;
  const { path, undo, earlier, line, createdFolder } = value;
  const { original } = line;
  if (typeof path !== 'string' || !isUndo(undo)) return undefined;
  if (original !== null && typeof original !== 'string') return undefined;
  if (createdFolder !== null && typeof createdFolder !== 'string') return undefined;
  const kept = { path, undo, earlier: isUndo(earlier) ? earlier : undefined, createdFolder };
  return { ...kept, line: { original }, ...createdFileIn(value) };
}

function parsePartReceipt(text: string): PartReceipt | undefined {
  const value: unknown = JSON.parse(text);
  if (!isObject(value) || value.version !== 1) return undefined;
  const { agent, path, part, undo, earlier, createdFolder } = value;
  if (typeof agent !== 'string' || typeof path !== 'string') return undefined;
  if (typeof part !== 'string' || !isUndo(undo)) return undefined;
  if (createdFolder !== null && typeof createdFolder !== 'string') return undefined;
  const last = isUndo(earlier) ? earlier : undefined;
  return { agent, path, part, undo, earlier: last, createdFolder, ...createdFileIn(value) };
}

function parsePluginReceipt(text: string): PluginReceipt | undefined {
  const value: unknown = JSON.parse(text);
  if (!isObject(value) || value.version !== 1) return undefined;
  const { path, files, commands, createdFolder } = value;
  if (typeof path !== 'string' || !isStrings(commands)) return undefined;
  if (!Array.isArray(files) || !files.every(isWrittenFile)) return undefined;
  if (createdFolder !== null && typeof createdFolder !== 'string') return undefined;
  return { path, files, commands, createdFolder };
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
