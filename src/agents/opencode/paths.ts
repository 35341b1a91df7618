/** The paths of OpenCode's files. Pure: does not access the disk. */

import { chosenFolder, pathsOf, type World } from '../../process/world.ts';

/** Returns the folder with the person's settings, in the same place on all systems. */
export function configRoot(world: World): string {
  return pathsOf(world).join(chosenFolder('XDG_CONFIG_HOME', '.config', world), 'opencode');
}

/** Returns the file of our plugin: the client loads every file of that folder. */
export function pluginPath(world: World): string {
  return pathsOf(world).join(configRoot(world), 'plugins', 'mementor.js');
}

/** Returns the files of settings that the client reads, the last one first. */
export function settingsPaths(world: World): readonly [string, string] {
  const path = pathsOf(world);
  const root = configRoot(world);
  return [path.join(root, 'opencode.jsonc'), path.join(root, 'opencode.json')];
}

/** Returns the file in which the client notes which packages it has installed there. */
export function packagesPath(world: World): string {
  return pathsOf(world).join(configRoot(world), 'package-lock.json');
}
