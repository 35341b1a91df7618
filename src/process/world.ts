/** The part of the context that determines file locations and the path syntax. Pure. */

import { posix, win32 } from 'node:path';
import type { Context } from './context.ts';

export type World = Pick<Context, 'env' | 'homedir' | 'cwd' | 'platform'>;

/** Returns the path functions of the platform. */
export function pathsOf(world: World): typeof posix {
  return world.platform === 'win32' ? win32 : posix;
}
