/** The paths of Qwen Code's files. Pure: does not access the disk. */

import { pathsOf, type World } from '../../process/world.ts';

/** Returns Qwen Code's own folder, the same on all systems. */
export function qwenHome(world: World): string {
  const path = pathsOf(world);
  const chosen = world.env.QWEN_HOME;
  return chosen ? path.resolve(world.cwd, chosen) : path.join(world.homedir, '.qwen');
}

/** Returns the person's settings. */
export function settingsPath(world: World): string {
  return pathsOf(world).join(qwenHome(world), 'settings.json');
}
