/** The part of the context that determines file locations and the path syntax. Pure. */

import { posix, win32 } from 'node:path';
import type { Context } from './context.ts';

export type World = Pick<Context, 'env' | 'homedir' | 'cwd' | 'platform'>;

/** Returns the path functions of the platform. */
export function pathsOf(world: World): typeof posix {
  return world.platform === 'win32' ? win32 : posix;
}

/** Returns the folder that a variable chooses; without one, that of a name in the home directory. */
export function chosenFolder(variable: string, name: string, world: World): string {
  const chosen = world.env[variable];
  const path = pathsOf(world);
  return chosen ? path.resolve(world.cwd, chosen) : path.join(world.homedir, name);
}
