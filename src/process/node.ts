/** Node binaries: their version, whether Mementor supports it, and which of their paths stays. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { realOf } from '../files/folders.ts';
import { isRegular } from '../files/regular-file.ts';
import type { Context } from './context.ts';
import { pathsOf, type World } from './world.ts';

/** Same as `engines` in package.json. */
const NODE_MIN = { major: 20, minor: 19 } as const;
export const NODE_WANTED = `${NODE_MIN.major}.${NODE_MIN.minor}`;
const NODE_TIMEOUT_MS = 5_000;

/** Runs a Node binary to get its version; returns why Mementor cannot run on it, if so. */
export async function nodeAt(
  nodePath: string,
  context: Context,
): Promise<{ readonly version?: string; readonly problem?: string }> {
  const options = { env: { ...context.env }, timeout: NODE_TIMEOUT_MS };
  try {
    const version = (await promisify(execFile)(nodePath, ['--version'], options)).stdout.trim();
    if (isNewEnough(version)) return { version };
    return { version, problem: `${version} (${nodePath}) is older than ${NODE_WANTED}` };
  } catch {
    return { problem: `${nodePath} does not start` };
  }
}

/** Returns whether Mementor supports this version of Node. */
export function isNewEnough(version: string): boolean {
  const [, major, minor] = /^v(\d+)\.(\d+)\./.exec(version) ?? [];
  const newer = Number(major) > NODE_MIN.major;
  return newer || (Number(major) === NODE_MIN.major && Number(minor) >= NODE_MIN.minor);
}

/** A Node, and the folder of one that another version manager's choice starts, if there is one. */
export interface StayingNode {
  readonly path: string;
  /** A folder for the end of PATH, for when the path is gone. */
  readonly beside?: string;
}

/**
 * Returns a path of the running Node that stays when it is updated: package and version managers
 * delete the folder of a version, and keep a link to the one that is there now. Where there is no
 * such link, a shim that stays is told.
 */
export function stayingNode(context: World & Pick<Context, 'nodePath'>): StayingNode {
  const { nodePath } = context;
  if (!isOfOneVersion(nodePath)) return { path: nodePath };
  const there = nodesThatStay(context).filter(isRegular);
  const real = realOf(nodePath);
  const link = there.find((path) => realOf(path) === real);
  if (link !== undefined) return { path: link };
  const [shim] = there;
  return shim === undefined
    ? { path: nodePath }
    : { path: nodePath, beside: pathsOf(context).dirname(shim) };
}

/** Whether two paths are of one file. */
export function isSameFile(a: string, b: string): boolean {
  return a === b || realOf(a) === realOf(b);
}

const VERSION = /\d+\.\d+\.\d+/;
/** Folders of one shell, of one run of a package manager, and of one project. */
const PASSING = /(?:^|[\\/])(?:fnm_multishells|yarn--\d[^\\/]*|node_modules)(?:[\\/]|$)/;

/** Whether a path leads through the folder of one version of something. */
export function isOfOneVersion(path: string): boolean {
  return VERSION.test(path);
}

/** Returns the paths where a Node may be that stays, in the order of preference. */
function nodesThatStay(context: World & Pick<Context, 'nodePath'>): string[] {
  const { env, nodePath, homedir } = context;
  const { join, basename, delimiter, isAbsolute } = pathsOf(context);
  const name = basename(nodePath);
  const [, brew, formula = ''] = /^(.+)\/Cellar\/([^/]+)\//.exec(nodePath) ?? [];
  const folders = [
    ...(env.PATH ?? '').split(delimiter),
    // Homebrew's, where its folder of links is not in PATH; fnm and nvm link their default.
    ...(brew === undefined ? [] : [join(brew, 'opt', formula, 'bin'), join(brew, 'bin')]),
    join(env.FNM_DIR || join(homedir, '.local/share/fnm'), 'aliases/default/bin'),
    join(env.NVM_DIR || join(homedir, '.nvm'), 'current/bin'),
  ];
  const paths = folders.filter((folder) => isAbsolute(folder)).map((folder) => join(folder, name));
  return paths.filter((path) => !isOfOneVersion(path) && !PASSING.test(path));
}
