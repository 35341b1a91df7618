/** The paths of OpenCode's files. Pure: does not access the disk. */

import { pathsOf, type World } from '../../process/world.ts';

/** Returns OpenCode's own folder, in the same place on all systems. */
export function dataRoot(world: World): string {
  const path = pathsOf(world);
  const chosen = world.env.XDG_DATA_HOME;
  const data = chosen
    ? path.resolve(world.cwd, chosen)
    : path.join(world.homedir, '.local', 'share');
  return path.join(data, 'opencode');
}

/** Returns the folder with the person's settings, in the same place on all systems. */
export function configRoot(world: World): string {
  const path = pathsOf(world);
  const chosen = world.env.XDG_CONFIG_HOME;
  const config = chosen ? path.resolve(world.cwd, chosen) : path.join(world.homedir, '.config');
  return path.join(config, 'opencode');
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

const DATABASE = /(?:^|[/\\])opencode(?:-[\w.]+)*\.db$/;

const SESSION = /[/\\]storage[/\\]session[/\\][^/\\]+[/\\](ses_\w+)\.json$/;

/** Changes of files are kept under the name of their session too. */
const EXPORT = /(?<!session_diff)(?:^|[/\\])(ses_\w+)\.json$/;

/** Whether a path is one of a database; those of other release channels have a longer name. */
export function isDatabase(path: string): boolean {
  return DATABASE.test(path);
}

const SESSION_OF_DATABASE = /\.db[/\\](ses_\w+)$/;

/** Returns the path of a session of a database: the core reads such a one alone. */
export function sessionIn(database: string, session: string): string {
  return `${database}/${session}`;
}

/** Returns the session of a database at a path; undefined for any other path. */
export function sessionOfDatabase(path: string): string | undefined {
  return SESSION_OF_DATABASE.exec(path)?.[1];
}

/** Whether a path is one of a session of a client before 1.2. */
export function isSessionFile(path: string): boolean {
  return SESSION.test(path);
}

/** Returns the session that a file is named after. */
export function sessionAt(path: string): string | undefined {
  return EXPORT.exec(path)?.[1];
}
