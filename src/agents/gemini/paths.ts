/** The paths of Gemini CLI's files. Pure: does not access the disk. */

import { pathsOf, type World } from '../../process/world.ts';

/** Returns Gemini CLI's own folder, the same on all systems. */
export function geminiHome(world: World): string {
  const path = pathsOf(world);
  const chosen = world.env.GEMINI_CLI_HOME;
  const folder = chosen ? path.resolve(world.cwd, chosen) : world.homedir;
  return path.join(folder, '.gemini');
}

/** Returns the person's settings. */
export function settingsPath(world: World): string {
  return pathsOf(world).join(geminiHome(world), 'settings.json');
}
