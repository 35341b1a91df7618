/** What Codex recorded about trust in our hooks. Reads only. */

import { textIfReadable } from '../../files/regular-file.ts';
import { pathsOf, type World } from '../../process/world.ts';
import { codexHome, configPath } from './paths.ts';

/** Returns the file with the hooks. */
export function hooksPath(world: World): string {
  return pathsOf(world).join(codexHome(world), 'hooks.json');
}

/**
 * Whether Codex has a record of trust for hooks of this file. Codex compares it with a hash of each
 * hook, which is not repeated here: a record may be out of date.
 */
export function hasTrust(world: World): boolean {
  const config = textIfReadable(configPath(world)) ?? '';
  const path = hooksPath(world);
  const names = [path, path.replaceAll('\\', '\\\\')];
  return config
    .split('\n')
    .some((line) => line.startsWith('[hooks.state.') && names.some((name) => line.includes(name)));
}
