/** The paths of Copilot CLI's files. Pure: does not access the disk. */

import { chosenFolder, pathsOf, type World } from '../../process/world.ts';

/** Returns Copilot CLI's own folder, the same on all systems. */
export function copilotHome(world: World): string {
  return chosenFolder('COPILOT_HOME', '.copilot', world);
}

/** Returns the file of our hooks: the client reads every file of that folder. */
export function hooksPath(world: World): string {
  return pathsOf(world).join(copilotHome(world), 'hooks', 'mementor.json');
}

/** Returns the file with the servers of tools. */
export function serversPath(world: World): string {
  return pathsOf(world).join(copilotHome(world), 'mcp-config.json');
}
