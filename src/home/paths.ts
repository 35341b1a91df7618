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

/** Returns a function that gives the path of a file or a folder in a home. */
const below = (name: string) => (home: string) => join(home, name);

/** The folder with an index for each project whose code was read. */
export const codeFolderOf = below('code');
/** The folder where hooks leave payloads for the worker. */
export const inboxOf = below('inbox');
/** The folder of the recall records, one file per session. */
export const recallsOf = below('recalls');
/** The folder that shows in which clients a server of warm recall answers. */
export const warmOf = below('warm');
/** The list of forgotten turns, which outlives the database; the core writes it. */
export const forgottenOf = below('forgotten.jsonl');
/** The file of everything small that is known beside the database; the core writes it. */
export const stateOf = below('state.json');
/** The folder of the receipts: what we wrote into settings and plugins. */
export const receiptsOf = below('receipts');
/** Mementor's own settings file. */
export const configPath = below('config.json');
/** The folder of the models that a user added. */
export const addedModelsOf = below('models');
/** The log of the hooks and the worker. */
export const logOf = below('mementor.log');
/** The database; the core uses the same name. */
export const databaseOf = below('memory.db');

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
