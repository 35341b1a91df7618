/** The paths of Gemini CLI's files. Pure: does not access the disk. */

import { chosenFolder, pathsOf, type World } from '../../process/world.ts';

/** Returns Gemini CLI's own folder, the same on all systems. */
export function geminiHome(world: World): string {
  return pathsOf(world).join(chosenFolder('GEMINI_CLI_HOME', '', world), '.gemini');
}

/** Returns the person's settings. */
export function settingsPath(world: World): string {
  return pathsOf(world).join(geminiHome(world), 'settings.json');
}
