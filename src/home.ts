/** What lies where in Mementor's home, and where its models are. */

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bundledModels } from './memory.ts';
import { pathsOf, type World } from './process/world.ts';

/**
 * Every kind of file that is written below the home, but models: paths with `/`. A purge deletes
 * these and nothing else, so whoever writes another kind of file names it here.
 */
export const OWN_FILES: readonly RegExp[] = [
  /^memory\.db(\.damaged-\d+)?(-wal|-shm|-journal)?$/,
  /^memory\.db\.saved-\d+$/,
  /^ingest\.lock$/,
  /^(muted|backups|backups-pending|counts|forgetting|offers)\.json$/,
  /^forgetting\.json\.unreadable$/,
  /^forgotten\.jsonl$/,
  /^mementor\.log(\.1)?$/,
  /^inbox\/\d{14}-[0-9a-f]{12}\.json(\.unreadable)?$/,
  /^inbox\/\.\d{14}-[0-9a-f]{12}\.json\.tmp$/,
  /^recalls\/[\w-]{1,100}\.jsonl$/,
  /^receipts\/[0-9a-f]{16}\.json$/,
  /^models\/\.import-[0-9a-f]{12}\//,
  // What a crash left of a file that was being replaced.
  /^((inbox|receipts|recalls)\/)?\.[\w.-]+\.(mementor-)?[0-9a-f]{12}\.tmp$/,
];

/** The folders that are made below the home. */
export const OWN_FOLDERS: ReadonlySet<string> = new Set(['inbox', 'recalls', 'receipts', 'models']);

/** Returns the folder that holds everything Mementor keeps. */
export function homeOf(world: World): string {
  const path = pathsOf(world);
  const chosen = world.env.MEMENTOR_HOME;
  return chosen ? path.resolve(world.cwd, chosen) : path.join(platformDataDir(world), 'mementor');
}

function platformDataDir(world: World): string {
  const path = pathsOf(world);
  if (world.platform === 'darwin')
    return path.join(world.homedir, 'Library', 'Application Support');
  // The XDG specification has relative values ignored; a relative %LOCALAPPDATA% is as broken.
  const windows = world.platform === 'win32';
  const chosen = world.env[windows ? 'LOCALAPPDATA' : 'XDG_DATA_HOME'];
  if (chosen && path.isAbsolute(chosen)) return chosen;
  return windows
    ? path.join(world.homedir, 'AppData', 'Local')
    : path.join(world.homedir, '.local', 'share');
}

/** Returns where hooks leave what the worker takes in. */
export function inboxOf(home: string): string {
  return join(home, 'inbox');
}

/** Returns the folder of the sessions' records: what was brought back in each. */
export function recallsOf(home: string): string {
  return join(home, 'recalls');
}

/** Returns the file that says where recall is muted. */
export function mutedOf(home: string): string {
  return join(home, 'muted.json');
}

/** Returns the list of the backups that were written. */
export function backupsOf(home: string): string {
  return join(home, 'backups.json');
}

/** Returns the note of a removal that is not finished. */
export function removalNoteOf(home: string): string {
  return join(home, 'forgetting.json');
}

/** Returns where such a note is put that could not be read. */
export function damagedNoteOf(home: string): string {
  return `${removalNoteOf(home)}.unreadable`;
}

/** Returns the note of the backups that are still to be cleaned. */
export function pendingBackupsOf(home: string): string {
  return join(home, 'backups-pending.json');
}

/** Returns the list of forgotten turns, which outlives the database; the core writes it. */
export function forgottenOf(home: string): string {
  return join(home, 'forgotten.jsonl');
}

/** Returns the last known count of turns. */
export function countsOf(home: string): string {
  return join(home, 'counts.json');
}

/** Returns the note of the models that were offered. */
export function offersOf(home: string): string {
  return join(home, 'offers.json');
}

/** Returns the folder of the receipts: what was written into settings and plugins. */
export function receiptsOf(home: string): string {
  return join(home, 'receipts');
}

/** Returns the settings of Mementor itself. */
export function configPath(home: string): string {
  return join(home, 'config.json');
}

/** Returns the folder of the models that a person added. */
export function addedModelsOf(home: string): string {
  return join(home, 'models');
}

/** Returns the file that whoever writes to the memory has locked; the addon knows it by this name. */
export function lockOf(home: string): string {
  return join(home, 'ingest.lock');
}

/** Returns the log of hooks and worker. */
export function logOf(home: string): string {
  return join(home, 'mementor.log');
}

/** Returns the log and the older one that it became. */
export function logsOf(home: string): readonly string[] {
  return [logOf(home), `${logOf(home)}.1`];
}

/** Returns the database; the core knows it by the same name. */
export function databaseOf(home: string): string {
  return join(home, 'memory.db');
}

/** Returns the folder with `manifest.json`: the bundled one, unless MEMENTOR_MODELS names another. */
export function modelsFolder(world: World): string {
  const chosen = world.env.MEMENTOR_MODELS;
  return chosen ? resolve(world.cwd, chosen) : bundledModels;
}

/** Where package managers put ONNX Runtime's library, after what a person names. */
const ONNXRUNTIME_FOLDERS = ['/usr/local/lib', '/usr/lib', '/opt/homebrew/lib', '/usr/lib64'];
const ONNXRUNTIME_NAMES = ['libonnxruntime.so.1', 'libonnxruntime.so', 'libonnxruntime.dylib'];

/** Returns ONNX Runtime's library: the named one, else the first that is there, else where one would be. */
export function onnxruntimeLibrary(world: World): string {
  const chosen = world.env.MEMENTOR_ONNXRUNTIME || world.env.ORT_DYLIB_PATH;
  if (chosen) return resolve(world.cwd, chosen);
  const places = ONNXRUNTIME_FOLDERS.flatMap((folder) =>
    ONNXRUNTIME_NAMES.map((name) => join(folder, name)),
  );
  return places.find((path) => existsSync(path)) ?? join('/usr/local/lib', 'libonnxruntime.so');
}
