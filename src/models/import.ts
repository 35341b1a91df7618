/** Imports a model from a folder: known files by their content, or any model with a description. */

import { randomBytes } from 'node:crypto';
import { chmod, copyFile, mkdir, readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, MementorError, reasonOf } from '../errors/errors.ts';
import { writeAtomic } from '../files/atomic-file.ts';
import { isObject } from '../files/json-object.ts';
import { FILE_MODE, FOLDER_MODE } from '../files/modes.ts';
import { readText } from '../files/regular-file.ts';
import { removeTree } from '../files/tree.ts';
import { modelsFolder } from '../home/paths.ts';
import { type Model, native } from '../memory.ts';
import type { Context } from '../process/context.ts';
import { unwritable } from '../process/unwritable.ts';
import { grouped } from '../text/numbers.ts';
import { digestOf } from './disk.ts';
import { addedModels, fileIn, folderOf, knownModels, problemOf, SPEC_NAME } from './known.ts';

/** The parts of a model that importing needs. */
interface Wanted {
  readonly id: string;
  readonly weightsSha256: string | undefined;
  readonly files: readonly WantedFile[];
  /** The model's own description, stored with it; a known model needs none. */
  readonly spec: string | undefined;
}

interface WantedFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Paths where the file may already exist. */
  readonly places: readonly string[];
}

/** Where to copy a model's files from. */
interface Plan {
  readonly wanted: Wanted;
  readonly copies: readonly { readonly from: string; readonly file: WantedFile }[];
}

export interface Imported {
  readonly id: string;
  /** Names of the copied files; none if all were here before. */
  readonly files: readonly string[];
}

const SPEC_BYTES_MAX = 1 << 20;
/** A folder of models is small; these limits reject a home directory, for example. */
const ENTRIES_MAX = 10_000;
const DEPTH_MAX = 4;

/**
 * Imports from a folder the model that it describes, else every known model whose weights it
 * contains.
 */
export async function importFrom(folder: string, context: Context): Promise<readonly Imported[]> {
  const found = await filesUnder(folder);
  const digests = digestsOf(context.interrupted);
  const described = await describedIn(folder, context);
  const wanted = described === undefined ? await knownIn(found, digests, context) : [described];
  if (wanted.length === 0) throw nothingFound(folder, context);
  const plans: Plan[] = [];
  // Finds the files of all models before writing any.
  for (const each of wanted) plans.push(await planOf(each, folder, found, digests, context));
  const imported: Imported[] = [];
  for (const plan of plans) {
    if (plan.copies.length > 0) await place(plan, context);
    imported.push({ id: plan.wanted.id, files: plan.copies.map(({ file }) => file.name) });
  }
  return imported;
}

interface Found {
  readonly path: string;
  readonly bytes: number;
}

async function filesUnder(folder: string): Promise<readonly Found[]> {
  const found: Found[] = [];
  let entries = 0;
  async function walk(path: string, depth: number): Promise<void> {
    for (const name of (await readdir(path)).sort()) {
      entries += 1;
      if (entries > ENTRIES_MAX) throw tooMuch(folder);
      const child = join(path, name);
      const stats = await stat(child).catch(() => undefined);
      if (stats?.isFile()) found.push({ path: child, bytes: stats.size });
      else if (stats?.isDirectory() && depth < DEPTH_MAX) await walk(child, depth + 1);
    }
  }
  try {
    await walk(folder, 1);
  } catch (error) {
    if (error instanceof MementorError) throw error;
    throw unreadable(folder, error);
  }
  return found;
}

type Digests = (path: string) => Promise<string | undefined>;

/** Caches digests: several models may need the same file. */
function digestsOf(signal: AbortSignal): Digests {
  const known = new Map<string, Promise<string | undefined>>();
  return async (path) => {
    const digest = known.get(path) ?? digestOf(path, signal);
    known.set(path, digest);
    return await digest;
  };
}

/** Returns the model that a folder's description defines. */
async function describedIn(folder: string, context: Context): Promise<Wanted | undefined> {
  const path = join(folder, SPEC_NAME);
  const text = await specText(path);
  if (text === undefined) return undefined;
  const spec = specOf(text, path);
  // The id of a model that this build knows means that model's files.
  const own = bundledModels(context).find((model) => model.id === spec.id);
  if (own !== undefined) return wantedOf(own);
  const folders = [addedModels(context), modelsFolder(context)];
  const files = spec.files.map(({ name, bytes, sha256, sameAs }) => {
    const ids = [spec.id, ...(sameAs === undefined ? [] : [sameAs])];
    const places = ids.flatMap((id) => folders.map((each) => fileIn(join(each, id), name)));
    return { name, bytes, sha256, places };
  });
  return { id: spec.id, weightsSha256: undefined, files, spec: text };
}

async function specText(path: string): Promise<string | undefined> {
  try {
    const { size } = await stat(path);
    if (size > SPEC_BYTES_MAX) throw noSpec(path, 'it is too large');
    return readText(path, SPEC_BYTES_MAX);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error instanceof MementorError ? error : unreadable(path, error);
  }
}

/** Returns the fields that copying needs; the core validates the rest. */
function specOf(text: string, path: string) {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw noSpec(path, reasonOf(error));
  }
  if (!isObject(value)) throw noSpec(path, 'it holds no object');
  const { id, files } = value;
  if (typeof id !== 'string') throw noSpec(path, 'it has no `id`');
  if (!Array.isArray(files) || files.length === 0) throw noSpec(path, 'it has no `files`');
  return { id, files: files.map((file) => specFileOf(file, path)) };
}

function specFileOf(value: unknown, path: string) {
  if (!isObject(value)) throw noSpec(path, 'a file is not an object');
  const { name, bytes, sha256, same_as: sameAs } = value;
  if (typeof name !== 'string') throw noSpec(path, 'a file has no `name`');
  if (typeof bytes !== 'number' || !Number.isSafeInteger(bytes) || bytes < 0) {
    throw noSpec(path, `\`bytes\` of ${JSON.stringify(name)} is not a size`);
  }
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) {
    throw noSpec(path, `\`sha256\` of ${JSON.stringify(name)} is none in lower-case hexadecimal`);
  }
  return { name, bytes, sha256, sameAs: typeof sameAs === 'string' ? sameAs : undefined };
}

/** Returns the known models whose weights were found. */
async function knownIn(
  found: readonly Found[],
  digests: Digests,
  context: Context,
): Promise<readonly Wanted[]> {
  const wanted: Wanted[] = [];
  for (const model of knownModels(context)) {
    const weights = model.files.find((file) => file.sha256 === model.weightsSha256);
    if (weights && (await lookedUp(weights, found, digests))) wanted.push(wantedOf(model));
  }
  return wanted;
}

function wantedOf({ id, weightsSha256, files }: Model): Wanted {
  const placed = files.map(({ path, ...file }) => ({ ...file, places: [path] }));
  return { id, weightsSha256, files: placed, spec: undefined };
}

/** Returns the path of a file with this content, whatever its name. */
async function lookedUp(
  file: Pick<WantedFile, 'bytes' | 'sha256'>,
  found: readonly Found[],
  digests: Digests,
): Promise<string | undefined> {
  for (const { path, bytes } of found) {
    // Reads only files of the right size.
    if (bytes === file.bytes && (await digests(path)) === file.sha256) return path;
  }
  return undefined;
}

async function planOf(
  wanted: Wanted,
  folder: string,
  found: readonly Found[],
  digests: Digests,
  context: Context,
): Promise<Plan> {
  if (wanted.spec === undefined && problemOf(wanted.id, context) === undefined) {
    return { wanted, copies: [] };
  }
  const copies: { from: string; file: WantedFile }[] = [];
  for (const file of wanted.files) {
    const from = await lookedUp(file, found, digests);
    if (from !== undefined) copies.push({ from, file });
    else if (!(await liesThere(file, digests))) throw missing(file, wanted, folder);
  }
  return { wanted, copies };
}

async function liesThere({ places, sha256 }: WantedFile, digests: Digests): Promise<boolean> {
  for (const place of places) {
    if ((await digests(place)) === sha256) return true;
  }
  return false;
}

/** Copies a model into a staging folder, verifies the copy, and moves it into place as a whole. */
async function place({ wanted, copies }: Plan, context: Context): Promise<void> {
  const target = folderOf(wanted.id, context);
  // The staging folder has the layout of a home, so that the core can read it.
  const staging = join(addedModels(context), `.import-${randomBytes(6).toString('hex')}`);
  const folder = join(staging, 'models', wanted.id);
  try {
    await writing(folder, async () => {
      await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    });
    for (const { from, file } of copies) {
      context.interrupted.throwIfAborted();
      const to = fileIn(folder, file.name);
      await writing(to, async () => {
        await copyFile(from, to);
        await chmod(to, FILE_MODE);
      });
      if ((await digestOf(to, context.interrupted)) !== file.sha256) throw changed(from);
    }
    if (wanted.spec !== undefined) await describe(wanted.spec, folder, wanted.id, staging, context);
    await writing(target, () => swap(folder, target, join(staging, 'before')));
  } finally {
    try {
      removeTree(staging);
    } catch {
      // If nothing can be written, there is nothing to remove.
    }
  }
  const problem = problemOf(wanted.id, context);
  if (problem !== undefined) throw problem;
}

/** Lets the core parse the description: one that it rejects defines no model. */
async function describe(
  spec: string,
  folder: string,
  id: string,
  staging: string,
  context: Context,
): Promise<void> {
  const path = join(folder, SPEC_NAME);
  await writing(path, () => writeAtomic({ path, text: spec, mode: FILE_MODE }));
  const known = native().knownModels(staging, modelsFolder(context));
  const model = known.find((each) => each.id === id);
  if (model !== undefined && model.weightsSha256 !== '') return;
  throw noSpec(path.replace(folder, id), 'the core cannot understand it');
}

/** An existing folder, such as a damaged copy, is moved aside at the last moment. */
async function swap(folder: string, target: string, aside: string): Promise<void> {
  await rename(target, aside).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
  });
  try {
    await rename(folder, target);
  } catch (error) {
    await rename(aside, target).catch(() => {});
    throw error;
  }
}

async function writing(path: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** Returns the manifest's models: those of a home without added models. */
function bundledModels(context: Context): readonly Model[] {
  const nowhere = join(addedModels(context), '.nowhere');
  return native().knownModels(nowhere, modelsFolder(context));
}

function unreadable(path: string, error: unknown): MementorError {
  const message = `${path} cannot be read: ${reasonOf(error)}`;
  return new MementorError('IMPORT_UNREADABLE', message, 'give a folder with the files of a model');
}

function tooMuch(folder: string): MementorError {
  return new MementorError(
    'IMPORT_UNREADABLE',
    `${folder} holds more than ${grouped(ENTRIES_MAX)} files`,
    'give a folder with the files of a model and not much else',
  );
}

const SPEC_FORM = 'it has the form of an entry of `models/manifest.json` in the folder of Mementor';

function noSpec(path: string, why: string): MementorError {
  return new MementorError('IMPORT_INVALID', `${path} describes no model: ${why}`, SPEC_FORM);
}

function changed(path: string): MementorError {
  const message = `${path} changed while it was copied`;
  return new MementorError(
    'IMPORT_INVALID',
    message,
    'run the command again; nothing was imported',
  );
}

function missing(file: WantedFile, { id }: Wanted, folder: string): MementorError {
  return new MementorError(
    'IMPORT_INCOMPLETE',
    `${id} needs ${expected(file)}; no file in ${folder} is that`,
    'put it there under any name; files are known by their content',
  );
}

function nothingFound(folder: string, context: Context): MementorError {
  const weights = knownModels(context).flatMap(({ id, files, weightsSha256 }) => {
    const file = files.find((each) => each.sha256 === weightsSha256);
    return file === undefined ? [] : [`${id}: ${expected(file)}`];
  });
  return new MementorError(
    'IMPORT_UNKNOWN',
    `${folder} holds no weights that are known, and no ${SPEC_NAME}; expected is one of\n${weights.map((line) => `  ${line}`).join('\n')}`,
    `another model needs a ${SPEC_NAME} beside its files: ${SPEC_FORM}`,
  );
}

function expected({ name, bytes, sha256 }: Pick<WantedFile, 'name' | 'bytes' | 'sha256'>): string {
  return `${name} (${grouped(bytes)} bytes, sha256 ${sha256})`;
}
