/** The paths of Qwen Code's files. Pure: does not access the disk. */

import { chosenFolder, pathsOf, type World } from '../../process/world.ts';

/** Returns Qwen Code's own folder, the same on all systems. */
export function qwenHome(world: World): string {
  return chosenFolder('QWEN_HOME', '.qwen', world);
}

/** Returns the person's settings. */
export function settingsPath(world: World): string {
  return pathsOf(world).join(qwenHome(world), 'settings.json');
}
