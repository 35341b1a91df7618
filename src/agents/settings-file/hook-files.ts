/** The files that our hook commands run, and the memory that they use. */

import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { isRegular } from '../../files/regular-file.ts';
import { defaultHomeOf, homeOf } from '../../home/paths.ts';
import { type Check, fail, warn } from '../../process/check.ts';
import { pathsOf, type World } from '../../process/world.ts';
import type { Trouble } from '../installation.ts';
import { filesOf, homesOf, nodesOf } from './own-command.ts';

/** Our commands in a file. */
interface HookCommands {
  readonly path: string;
  readonly commands: readonly string[];
}

/** Files that commands run and that do not exist. */
export interface Gone {
  readonly files: readonly string[];
  /** What is called in their place, if the commands name it and it is in the PATH of this shell. */
  readonly instead: string | undefined;
}

/** Returns what of our hooks is gone; undefined if nothing is. */
export function goneFiles(commands: readonly string[], world: World): Gone | undefined {
  const files = missingFiles(commands);
  if (files.length === 0) return undefined;
  const nodes = nodesOf(commands);
  const name = files.every((file) => nodes.includes(file)) ? 'node' : 'mementor';
  const goOn = commands.every((command) => command.includes(`${name} `) && GOES_ON.test(command));
  return { files, instead: goOn && isInPath(name, world) ? name : undefined };
}

/** Returns the check of hooks of which something is gone. */
export function goneCheck(
  name: string,
  { path, commands }: HookCommands,
  fix: string,
  world: World,
): Check | undefined {
  const gone = goneFiles(commands, world);
  if (gone === undefined) return undefined;
  const what = `${path} calls ${gone.files.join(', ')}, which no longer exists`;
  if (gone.instead === undefined) return fail(name, what, fix);
  return warn(name, `${what}: the \`${gone.instead}\` in PATH runs in its place`, fix);
}

/** Says it as the beginning of why hooks do not run, or run otherwise than they should. */
export function goneTrouble({ files: [first = ''], instead }: Gone): Omit<Trouble, 'fix'> {
  const what = `call ${first}, which no longer exists`;
  if (instead === undefined) return { problem: `they ${what}` };
  return { problem: `hooks ${what}: the \`${instead}\` in PATH runs in its place`, partly: true };
}

const GOES_ON = / --instead-of /;

function isInPath(name: string, { env, ...world }: World): boolean {
  const { delimiter, join, isAbsolute } = pathsOf({ env, ...world });
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.some((folder) => isRegular(join(folder, name)));
}

/** Returns the files that commands run but that do not exist. */
export function missingFiles(commands: readonly string[]): string[] {
  const files = new Set(commands.flatMap(filesOf));
  // The shell looks up a relative path in an environment that is unknown here.
  return [...files].filter((path) => isAbsolute(path) && !existsSync(path));
}

/**
 * Returns the check of hooks that use another memory than this command. A client may have the
 * variable of this shell or not: without it, they do.
 */
export function otherMemory(
  name: string,
  { path, commands }: HookCommands,
  fix: string,
  world: World,
): Check | undefined {
  const home = homeOf(world);
  const other = homesOf(commands, defaultHomeOf(world)).find((each) => each !== home);
  if (other === undefined) return undefined;
  const detail = `there are two memories: the hooks in ${path} use ${other}, this command ${home}`;
  return warn(name, detail, `set MEMENTOR_HOME to ${other} here; or ${fix} to use ${home} there`);
}
