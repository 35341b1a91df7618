/** The paths of the files in Mementor's home, and of its models. */

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bundledModels, packageRoot } from '../package-root.ts';
import { pathsOf, type World } from '../process/world.ts';

/** Returns the folder that contains all of Mementor's data. */
export function homeOf(world: World): string {
  const path = pathsOf(world);
  const chosen = world.env.MEMENTOR_HOME;
  return chosen ? path.resolve(world.cwd, chosen) : path.join(platformDataDir(world), 'mementor');
}

/** Returns the home of a process that has no variable which chooses another. */
export function defaultHomeOf(world: World): string {
  const { LOCALAPPDATA } = world.env;
  // Windows sets this one for every process.
  const env = world.platform === 'win32' && LOCALAPPDATA ? { LOCALAPPDATA } : {};
  return homeOf({ ...world, env });
}

function platformDataDir(world: World): string {
  const path = pathsOf(world);
  if (world.platform === 'darwin')
    return path.join(world.homedir, 'Library', 'Application Support');
  // The XDG specification says to ignore relative values; a relative %LOCALAPPDATA% is just as
  // invalid.
  const windows = world.platform === 'win32';
  const chosen = world.env[windows ? 'LOCALAPPDATA' : 'XDG_DATA_HOME'];
  if (chosen && path.isAbsolute(chosen)) return chosen;
  return windows
    ? path.join(world.homedir, 'AppData', 'Local')
    : path.join(world.homedir, '.local', 'share');
}

/** Returns the folder with an index for each project whose code was read. */
export function codeFolderOf(home: string): string {
  return join(home, 'code');
}

/** Returns the folder where hooks leave payloads for the worker. */
export function inboxOf(home: string): string {
  return join(home, 'inbox');
}

/** Returns the folder of the recall records, one file per session. */
export function recallsOf(home: string): string {
  return join(home, 'recalls');
}

/** Returns the folder that shows in which clients a server of warm recall answers. */
export function warmOf(home: string): string {
  return join(home, 'warm');
}

/** Returns the list of forgotten turns, which outlives the database; the core writes it. */
export function forgottenOf(home: string): string {
  return join(home, 'forgotten.jsonl');
}

/** Returns the file of everything small that is known beside the database; the core writes it. */
export function stateOf(home: string): string {
  return join(home, 'state.json');
}

/** Returns the folder of the receipts: what we wrote into settings and plugins. */
export function receiptsOf(home: string): string {
  return join(home, 'receipts');
}

/** Returns Mementor's own settings file. */
export function configPath(home: string): string {
  return join(home, 'config.json');
}

/** Returns the folder of the models that a user added. */
export function addedModelsOf(home: string): string {
  return join(home, 'models');
}

/** Returns the log of the hooks and the worker. */
export function logOf(home: string): string {
  return join(home, 'mementor.log');
}

/** Returns the database; the core uses the same name. */
export function databaseOf(home: string): string {
  return join(home, 'memory.db');
}

/** Returns the folder with `manifest.json`: the bundled one unless MEMENTOR_MODELS is set. */
export function modelsFolder(world: World): string {
  const chosen = world.env.MEMENTOR_MODELS;
  return chosen ? resolve(world.cwd, chosen) : bundledModels;
}

/** Returns the addon that runs models other than the bundled one, where a build puts it. */
export function enginesAddon(world: World): string {
  const chosen = world.env.MEMENTOR_ENGINES;
  if (chosen) return resolve(world.cwd, chosen);
  return join(packageRoot, 'native', 'mementor-engines.node');
}

/** Where package managers install ONNX Runtime's library; searched if no variable names one. */
const ONNXRUNTIME_FOLDERS = ['/usr/local/lib', '/usr/lib', '/opt/homebrew/lib', '/usr/lib64'];
const ONNXRUNTIME_NAMES = ['libonnxruntime.so.1', 'libonnxruntime.so', 'libonnxruntime.dylib'];

/**
 * Returns ONNX Runtime's library: the one named by a variable, else the first that exists, else a
 * default path.
 */
export function onnxruntimeLibrary(world: World): string {
  const chosen = world.env.MEMENTOR_ONNXRUNTIME || world.env.ORT_DYLIB_PATH;
  if (chosen) return resolve(world.cwd, chosen);
  const places = ONNXRUNTIME_FOLDERS.flatMap((folder) =>
    ONNXRUNTIME_NAMES.map((name) => join(folder, name)),
  );
  return places.find((path) => existsSync(path)) ?? join('/usr/local/lib', 'libonnxruntime.so');
}
