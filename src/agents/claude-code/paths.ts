/** Where Claude Code keeps its files. Pure: no disk is touched. */

import { pathsOf, type World } from '../../process/world.ts';
import type { Scope } from '../installation.ts';

/** Returns Claude Code's own folder. */
export function claudeConfigDir(world: World): string {
  const path = pathsOf(world);
  const chosen = world.env.CLAUDE_CONFIG_DIR;
  return chosen ? path.resolve(world.cwd, chosen) : path.join(world.homedir, '.claude');
}

/** Returns the settings file of a scope. */
export function settingsPath(scope: Scope, world: World): string {
  const path = pathsOf(world);
  if (scope === 'user') return path.join(claudeConfigDir(world), 'settings.json');
  const name = scope === 'project' ? 'settings.json' : 'settings.local.json';
  return path.join(world.cwd, '.claude', name);
}

/** Returns the folder that holds one folder of transcripts for each project. */
export function transcriptsRoot(world: World): string {
  return pathsOf(world).join(claudeConfigDir(world), 'projects');
}

/** Claude Code cuts the name of a longer directory, and adds a hash of its own. */
export const SLUG_CHARS_MAX = 200;

/** Returns the folder with the transcripts of the sessions that were started in `cwd`. */
export function projectTranscriptsFolder(world: World): string {
  return pathsOf(world).join(transcriptsRoot(world), world.cwd.replace(/[^A-Za-z0-9]/g, '-'));
}
