/** What lies where in Mementor's home, and where its models are. */

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { mementorHome, type World } from './claude/paths.ts';
import { bundledModels } from './memory.ts';

/** Returns the folder that holds everything Mementor keeps. */
export function homeOf(world: World): string {
  return mementorHome(world);
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

/** Returns the last known count of turns. */
export function countsOf(home: string): string {
  return join(home, 'counts.json');
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
