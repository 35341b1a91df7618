/** Lists the files in Mementor's home: which are ours, and which are not. */

import type { Dirent } from 'node:fs';
import { lstat, readdir, rm, rmdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { codeOf } from '../errors/errors.ts';
import { OWN_FILES, OWN_FOLDERS } from '../home/paths.ts';
import { native } from '../memory.ts';
import { faultsOf, settingsOf, unknownKeys } from '../settings/read.ts';

export interface Owned {
  /** Relative to the home, with `/`. */
  readonly path: string;
  readonly bytes: number;
}

export interface Contents {
  readonly ours: readonly Owned[];
  /** Files that are not ours. */
  readonly foreign: readonly string[];
}

/** Returns a home's contents without following links. A missing home is empty. */
export async function contentsOf(home: string, models: string): Promise<Contents> {
  const own = ownModelFiles(home, models);
  if (isOwnConfig(home)) own.add('config.json');
  const ours: Owned[] = [];
  const foreign: string[] = [];
  for (const entry of await entriesBelow(home)) {
    if (entry.isDirectory()) continue;
    const path = slashed(relative(home, join(entry.parentPath, entry.name)));
    if (own.has(path) || OWN_FILES.some((form) => form.test(path))) {
      const found = await lstat(join(home, path)).catch(() => undefined);
      ours.push({ path, bytes: found?.size ?? 0 });
    } else foreign.push(path);
  }
  return { ours, foreign: foreign.sort() };
}

/** A configuration file that Mementor would not accept may be anybody's. */
function isOwnConfig(home: string): boolean {
  const settings = settingsOf(home);
  return faultsOf(settings).length === 0 && unknownKeys(settings).length === 0;
}

/** The files in the descriptions of added models, and their partial downloads. */
function ownModelFiles(home: string, models: string): Set<string> {
  try {
    const files = native()
      .knownModels(home, models)
      .flatMap(({ id, files }) => [
        ...files.map(({ name }) => `${id}/${name}`),
        `${id}/model.json`,
      ]);
    return new Set(files.flatMap((path) => [`models/${path}`, `models/${path}.part`]));
  } catch {
    // Without a manifest, model files cannot be recognised: they stay, and are listed as foreign.
    return new Set();
  }
}

async function entriesBelow(home: string): Promise<Dirent[]> {
  try {
    return await readdir(home, { recursive: true, withFileTypes: true });
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** Deletes these files, then every empty folder of the home, and the home itself. */
export async function deleteContents(home: string, ours: readonly Owned[]): Promise<void> {
  // Delete a -wal file before its database: a remaining one would be salvaged as a damaged memory.
  const inOrder = [...ours].sort((a, b) => (a.path < b.path ? 1 : -1));
  for (const { path } of inOrder) await rm(join(home, path), { force: true });
  const folders = (await entriesBelow(home)).filter((entry) => entry.isDirectory());
  const deepest = folders
    .map((entry) => join(entry.parentPath, entry.name))
    .sort((a, b) => b.length - a.length);
  for (const folder of [...deepest.filter((each) => isOwnFolder(home, each)), home]) {
    await rmdir(folder).catch(() => {});
  }
}

/** An empty folder with another name is not ours. */
function isOwnFolder(home: string, folder: string): boolean {
  const [first = ''] = slashed(relative(home, folder)).split('/');
  return OWN_FOLDERS.has(first);
}

function slashed(path: string): string {
  return path.split(sep).join('/');
}
