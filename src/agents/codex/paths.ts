/** The paths of Codex's files. Pure: does not access the disk. */

import { chosenFolder, pathsOf, type World } from '../../process/world.ts';

/** Returns Codex's own folder, the same on all systems. */
export function codexHome(world: World): string {
  return chosenFolder('CODEX_HOME', '.codex', world);
}

/** Returns the file with the hooks. */
export function hooksPath(world: World): string {
  return pathsOf(world).join(codexHome(world), 'hooks.json');
}

/** Returns the person's settings, which Codex changes too. */
export function configPath(world: World): string {
  return pathsOf(world).join(codexHome(world), 'config.toml');
}
