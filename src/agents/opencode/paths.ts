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

const DATABASE = /(?:^|[/\\])opencode(?:-[\w.]+)*\.db$/;

const SESSION = /[/\\]storage[/\\]session[/\\][^/\\]+[/\\](ses_\w+)\.json$/;

/** Changes of files are kept under the name of their session too. */
const EXPORT = /(?<!session_diff)(?:^|[/\\])(ses_\w+)\.json$/;

/** Whether a path is one of a database; those of other release channels have a longer name. */
export function isDatabase(path: string): boolean {
  return DATABASE.test(path);
}

/** Whether a path is one of a session of a client before 1.2. */
export function isSessionFile(path: string): boolean {
  return SESSION.test(path);
}

/** Returns the session that a file is named after. */
export function sessionAt(path: string): string | undefined {
  return EXPORT.exec(path)?.[1];
}
