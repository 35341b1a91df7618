/** What lies where in Mementor's home, and where its models are. */

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

/** Returns the log of hooks and worker. */
export function logOf(home: string): string {
  return join(home, 'mementor.log');
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
