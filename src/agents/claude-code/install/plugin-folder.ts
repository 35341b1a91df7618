/** Reads, installs and removes the plugin's folder. Never touches files that others added. */

import { lstat, mkdtemp, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { codeOf, MementorError, reasonOf } from '../../../errors/errors.ts';
import { type LookedFor, leftoversOf, writeAtomic } from '../../../files/atomic-file.ts';
import { makeFolder } from '../../../files/folders.ts';
import { readText } from '../../../files/regular-file.ts';
import { filesBelow, removeTree } from '../../../files/tree.ts';
import { homeOf } from '../../../home/paths.ts';
import type { Context } from '../../../process/context.ts';
import type { Watch } from '../../../process/watch.ts';
import type { Enabled } from '../../installation.ts';
import { type Age, lookedFor, removeLeftovers } from '../../settings-file/leftovers.ts';
import { programOf } from '../../settings-file/program.ts';
import { type Receipt, readReceipt, withReceipt } from '../../settings-file/receipt.ts';
import { removeEmptyFolders } from '../../settings-file/settings.ts';
import { sha256 } from '../../settings-file/undo.ts';
import { hooksOf } from './hook-command.ts';
import type { McpServer } from './mcp-server.ts';
import {
  ALL_FILES,
  type FolderKind,
  HOOKS_FILE,
  MANIFEST,
  PLUGIN_NAME,
  type PluginFile,
  pluginKind,
} from './plugin.ts';

/** `stale`: our plugin, but not with the hooks that enable would write now. `foreign`: not ours. */
export type FolderState = 'ours' | 'stale' | 'foreign' | 'missing';

export interface PluginFolder {
  readonly path: string;
  readonly receipt: Receipt | undefined;
  /** The folder that symbolic links resolve to, else the path itself. */
  readonly target: string;
  readonly state: FolderState;
  /** Our commands in the plugin's hooks. */
  readonly commands: readonly string[];
  /** The server that the plugin starts, if it is ours. */
  readonly server: McpServer | undefined;
  /** Contents of the files that we write, or have written. */
  readonly files: readonly PluginFile[];
  /** The files among them that a user changed. */
  readonly edited: readonly string[];
  /** Files in the place of texts of ours that others wrote, or that a user changed: not ours. */
  readonly taken: readonly string[];
}

/** A folder with nothing of ours. */
export const EMPTY = { commands: [], server: undefined, files: [], edited: [], taken: [] } as const;

/** Reads a folder of ours; never throws because of the files' contents. */
export async function readFolder(
  path: string,
  kind: FolderKind,
  receipt?: Receipt,
): Promise<PluginFolder> {
  const nothing = { path, target: path, receipt, ...EMPTY };
  try {
    if ((await orMissing(lstat(path))) === undefined) return { ...nothing, state: 'missing' };
    const target = await orMissing(realpath(path));
    // A dangling link is not ours.
    if (target === undefined) return { ...nothing, state: 'foreign' };
    const written = (file: PluginFile) => receipt?.files?.find((each) => each.path === file.path);
    const isOurs = (file: PluginFile) =>
      written(file)?.after === sha256(file.text) || kind.isOwnForm(file);
    const all = (await filesIn(target, kind, receipt)).filter(
      (file) => written(file) !== undefined || !kind.isOthers(file),
    );
    const taken = all.filter((file) => kind.isFree(file.path) && !isOurs(file));
    const files = all.filter((file) => !taken.includes(file));
    const pathsOf = (some: readonly PluginFile[]) => some.map((file) => file.path);
    const found = { ...nothing, target, taken: pathsOf(taken) };
    const { isKnown, isUpToDate, commands, server } = kind.judge(files, receipt !== undefined);
    if (!isKnown) return { ...found, state: 'foreign' };
    const edited = pathsOf(files.filter((file) => !isOurs(file)));
    return { ...found, state: isUpToDate ? 'ours' : 'stale', commands, server, files, edited };
  } catch (error) {
    const message = `cannot read ${path}: ${reasonOf(error)}`;
    const hint = 'make sure that you may read it, or name the other form: `--as settings`';
    throw new MementorError('PLUGIN_UNREADABLE', message, hint);
  }
}

async function filesIn(
  target: string,
  { paths }: FolderKind,
  receipt: Receipt | undefined,
): Promise<PluginFile[]> {
  const earlier = receipt?.files?.map((file) => file.path) ?? [];
  const files: PluginFile[] = [];
  for (const path of new Set([...paths, ...earlier])) {
    const text = await orMissing(Promise.resolve().then(() => readText(join(target, path))));
    if (text !== undefined) files.push({ path, text });
  }
  return files;
}

/** Reads the plugin's folder, and its receipt. */
export async function readPlugin(path: string, context: Context): Promise<PluginFolder> {
  const receipt = readReceipt(homeOf(context), path);
  return await readFolder(
    path,
    pluginKind(hooksOf(programOf(context), receipt?.commands)),
    receipt,
  );
}

/** Writes these files into the folder, and keeps a receipt of them. */
export async function enableFolder(
  folder: PluginFolder,
  files: readonly PluginFile[],
  commands: readonly string[],
  dryRun: boolean,
  context: Context,
  watch: Watch,
): Promise<Pick<Enabled, 'path' | 'changed' | 'created' | 'added' | 'updated'>> {
  // Checked in a dry run too, so that it does not promise what a real run would refuse.
  checkOurs(folder);
  const textOf = (path: string) => folder.files.find((file) => file.path === path)?.text;
  const added = files.filter(({ path }) => textOf(path) === undefined).map(({ path }) => path);
  const others = files.filter(({ path }) => !added.includes(path));
  const updated = others.filter(({ path, text }) => textOf(path) !== text).map(({ path }) => path);
  const changed = added.length + updated.length > 0;
  if (!dryRun) await removeLeftovers(await pluginLeftovers(folder.target, 'old', context));
  if (changed && !dryRun) {
    const written = files.map(({ path, text }) => {
      const before = textOf(path);
      const old = before === undefined ? null : sha256(before);
      return { path, before: old, after: sha256(text) };
    });
    const receipt = { path: folder.path, files: written, commands };
    await withReceipt(receipt, folder.target, () => installPlugin(folder, files), context, watch);
  }
  return { path: folder.path, changed, created: folder.state === 'missing', added, updated };
}

export async function installPlugin(
  folder: PluginFolder,
  files: readonly PluginFile[],
): Promise<void> {
  try {
    if (folder.state === 'missing') await create(folder.target, files);
    // Update file by file: the plugin stays in place, and so do files that a user added.
    else for (const file of files) await update(folder, file);
  } catch (error) {
    throw unwritable(folder, error);
  }
}

/** Removes our files, then the folder and its parents up to `created` if they are empty. */
export async function removePlugin(folder: PluginFolder, created?: string): Promise<void> {
  // The manifest last: without it, an interrupted removal could not be resumed.
  const paths = new Set([HOOKS_FILE, ...folder.files.map((file) => file.path)]);
  paths.delete(MANIFEST);
  await removeFiles(folder, [...paths, MANIFEST]);
  if (created) await removeEmptyFolders(dirname(folder.target), created);
}

/** Removes some of our files; other files stay, and so do folders that hold one. */
export async function removeFiles(folder: PluginFolder, paths: readonly string[]): Promise<void> {
  checkOurs(folder);
  try {
    for (const path of paths) {
      const file = join(folder.target, path);
      await rm(file, { force: true });
      await removeEmptyFolders(dirname(file), folder.target);
    }
  } catch (error) {
    throw unwritable(folder, error);
  }
}

/** Removes the folders of a plugin without files, up to `created`; folders with files stay. */
export async function removeEmptyPlugin({ target }: PluginFolder, created?: string): Promise<void> {
  for (const path of [...ALL_FILES].reverse()) {
    await removeEmptyFolders(dirname(join(target, path)), target);
  }
  if (created) await removeEmptyFolders(dirname(target), created);
}

/** Returns the files in the plugin's folder that are not ours. */
export async function othersIn(
  folder: PluginFolder,
  leftovers: readonly string[],
): Promise<string[]> {
  const own = new Set(folder.files.map((file) => file.path));
  return filesBelow(folder.target)
    .filter((path) => !leftovers.includes(path))
    .map((path) => relative(folder.target, path))
    .map((path) => path.split(sep).join('/'))
    .filter((path) => !own.has(path))
    .sort();
}

/** Returns the temporary files in the plugin's folder and the staging folders beside it. */
export async function pluginLeftovers(
  target: string,
  age: Age,
  context: Context,
): Promise<string[]> {
  const looked = lookedFor(age, context);
  const own = ALL_FILES.map((path) => leftoversOf(join(target, path), looked));
  const parent = dirname(target);
  const names = await readdir(parent).catch(() => []);
  const prepared = names.filter((name) => PREPARED.test(name)).map((name) => join(parent, name));
  const left = await Promise.all(prepared.map((folder) => isLeft(folder, looked)));
  return [...(await Promise.all(own)).flat(), ...prepared.filter((_, index) => left[index])];
}

/** The name of the staging folder that {@link create} makes for a plugin. */
const PREPARED = /^\.mementor-[A-Za-z0-9]{6}$/;
const PREPARED_FILE =
  /^mementor\/(\.claude-plugin\/(\.?plugin\.json)|hooks\/(\.?hooks\.json)|\.{1,2}mcp\.json|skills\/memory\/\.?SKILL\.md|commands\/\.?[a-z]+\.md)(\.mementor-[0-9a-f]{12}\.tmp)?$/;
const PREPARED_MS_MAX = 60_000;

/** Whether a staging folder contains only our plugin, left there by an interrupted run. */
async function isLeft(folder: string, { nowMs, young }: LookedFor): Promise<boolean> {
  const found = await orMissing(lstat(folder));
  if (found?.isDirectory() !== true) return false;
  if (!young && nowMs - found.mtimeMs <= PREPARED_MS_MAX) return false;
  return filesBelow(folder)
    .map((path) => relative(folder, path).split(sep).join('/'))
    .every((path) => PREPARED_FILE.test(path));
}

/** Throws if a file that we would write is there and not ours. */
export async function refuseOthers(folder: PluginFolder, path: string): Promise<void> {
  const file = join(folder.target, path);
  if (folder.files.some((each) => each.path === path)) return;
  if ((await orMissing(lstat(file))) === undefined) return;
  const message = `${file} is not Mementor's; nothing was changed`;
  throw new MementorError(
    'PLUGIN_FOREIGN',
    message,
    'move or rename it, then run the command again',
  );
}

/** Throws if the folder is not ours, or if a user has changed our files. */
export function checkOurs({ path, state, edited }: PluginFolder): void {
  if (state === 'foreign') {
    const message = `${path} is not Mementor's; nothing was changed`;
    const hint = 'move or rename it, or use the settings instead: `mementor enable`';
    throw new MementorError('PLUGIN_FOREIGN', message, hint);
  }
  if (edited.length === 0) return;
  const message = `${path} was changed by hand (${edited.join(', ')}); nothing was changed`;
  const hint = 'take your own changes out of it, or delete the folder; then run the command again';
  throw new MementorError('PLUGIN_CHANGED', message, hint);
}

/** Installs the plugin in one step: a client that starts meanwhile sees all of it or nothing. */
async function create(target: string, files: readonly PluginFile[]): Promise<void> {
  const parent = dirname(target);
  const created = makeFolder(parent);
  let done = false;
  // One level deeper than a plugin: clients do not load what a crash leaves here.
  const around = await mkdtemp(join(parent, `.${PLUGIN_NAME}-`));
  try {
    const aside = join(around, PLUGIN_NAME);
    for (const file of files) await put(join(aside, file.path), file.text);
    await rename(aside, target);
    done = true;
  } finally {
    removeTree(around);
    if (created && !done) await removeEmptyFolders(parent, created);
  }
}

async function update(folder: PluginFolder, { path, text }: PluginFile): Promise<void> {
  const known = folder.files.find((file) => file.path === path);
  if (known?.text === text) return;
  const file = join(folder.target, path);
  const mode = (await orMissing(stat(file)))?.mode;
  await put(file, text, mode === undefined ? undefined : mode & 0o7777);
}

async function put(path: string, text: string, mode?: number): Promise<void> {
  makeFolder(dirname(path));
  await writeAtomic({ path, text, mode });
}

/** A folder in place of one of our files counts as a missing file: then the plugin is not ours. */
async function orMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(codeOf(error) ?? '')) return undefined;
    throw error;
  }
}

function unwritable({ path }: PluginFolder, error: unknown): MementorError {
  const code = codeOf(error) ?? '';
  const hint = ['EACCES', 'EPERM', 'EROFS'].includes(code)
    ? 'make the folder and all in it writable, then run the command again'
    : 'run the command again once that is repaired';
  return new MementorError('PLUGIN_UNWRITABLE', `cannot write ${path}: ${reasonOf(error)}`, hint);
}
