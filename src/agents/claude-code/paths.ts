/** Where Claude Code keeps its files, and where Mementor keeps its own. Pure: no disk is touched. */

import { posix, win32 } from 'node:path';
import type { Context } from '../../process/context.ts';

/** The part of the context that decides on a path. */
export type World = Pick<Context, 'env' | 'homedir' | 'cwd' | 'platform'>;

export const SCOPES = ['user', 'project', 'local'] as const;

/** Whose sessions a settings file rules: all, all of a project, or one's own of a project. */
export type Scope = (typeof SCOPES)[number];

/** Returns Claude Code's own folder. */
export function claudeConfigDir(world: World): string {
  const path = pathOf(world);
  const chosen = world.env.CLAUDE_CONFIG_DIR;
  return chosen ? path.resolve(world.cwd, chosen) : path.join(world.homedir, '.claude');
}

/** Returns the settings file of a scope. */
export function settingsPath(scope: Scope, world: World): string {
  const path = pathOf(world);
  if (scope === 'user') return path.join(claudeConfigDir(world), 'settings.json');
  const name = scope === 'project' ? 'settings.json' : 'settings.local.json';
  return path.join(world.cwd, '.claude', name);
}

/** Returns the folder that holds one folder of transcripts for each project. */
export function transcriptsRoot(world: World): string {
  return pathOf(world).join(claudeConfigDir(world), 'projects');
}

/** Returns the folder that holds everything Mementor keeps. */
export function mementorHome(world: World): string {
  const path = pathOf(world);
  const chosen = world.env.MEMENTOR_HOME;
  return chosen ? path.resolve(world.cwd, chosen) : path.join(platformDataDir(world), 'mementor');
}

function platformDataDir(world: World): string {
  const path = pathOf(world);
  if (world.platform === 'darwin')
    return path.join(world.homedir, 'Library', 'Application Support');
  // The XDG specification has relative values ignored; a relative %LOCALAPPDATA% is as broken.
  const windows = world.platform === 'win32';
  const chosen = world.env[windows ? 'LOCALAPPDATA' : 'XDG_DATA_HOME'];
  if (chosen && path.isAbsolute(chosen)) return chosen;
  return windows
    ? path.join(world.homedir, 'AppData', 'Local')
    : path.join(world.homedir, '.local', 'share');
}

function pathOf(world: World): typeof posix {
  return world.platform === 'win32' ? win32 : posix;
}

/** Claude Code cuts the name of a longer directory, and adds a hash of its own. */
export const SLUG_CHARS_MAX = 200;

/** Returns the folder with the transcripts of the sessions that were started in `cwd`. */
export function projectTranscriptsFolder(world: World): string {
  return pathOf(world).join(transcriptsRoot(world), world.cwd.replace(/[^A-Za-z0-9]/g, '-'));
}
