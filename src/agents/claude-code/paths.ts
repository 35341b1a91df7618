/** The paths of Claude Code's files. Pure: does not access the disk. */

import { chosenFolder, pathsOf, type World } from '../../process/world.ts';
import type { Scope } from '../installation.ts';

/** Returns Claude Code's configuration folder. */
export function claudeConfigDir(world: World): string {
  return chosenFolder('CLAUDE_CONFIG_DIR', '.claude', world);
}

/** Returns the settings file of a scope. */
export function settingsPath(scope: Scope, world: World): string {
  const path = pathsOf(world);
  if (scope === 'user') return path.join(claudeConfigDir(world), 'settings.json');
  const name = scope === 'project' ? 'settings.json' : 'settings.local.json';
  return path.join(world.cwd, '.claude', name);
}

/** Returns the folder that contains one transcript folder per project. */
export function transcriptsRoot(world: World): string {
  return pathsOf(world).join(claudeConfigDir(world), 'projects');
}

/** Returns the transcript folder of sessions started in `cwd`. */
export function projectTranscriptsFolder(world: World): string {
  return pathsOf(world).join(transcriptsRoot(world), world.cwd.replace(/[^A-Za-z0-9]/g, '-'));
}
