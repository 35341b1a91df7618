/** How agents call our program: its paths, its home, and the shell lines that survive changes. */

import { defaultHomeOf, homeOf } from '../../home/paths.ts';
import type { Context } from '../../process/context.ts';
import { isOfOneVersion, isSameFile, stayingNode } from '../../process/node.ts';
import { doubleQuoted } from '../../text/shell-word.ts';

/** A Mementor installation, as an agent is told to call it. */
export interface Program {
  readonly nodePath: string;
  readonly scriptPath: string;
  readonly platform: NodeJS.Platform;
  /** The home that calls without a variable of their own use; undefined for the default one. */
  readonly home: string | undefined;
  /** A folder with a Node or a shim, for when the Node is gone. */
  readonly beside?: string | undefined;
  /** Whether others get the file too, with a repository: the line then does nothing elsewhere. */
  readonly isShared?: boolean;
  /** Whether a path is one of this Node that stays. */
  readonly isSameNode: (path: string) => boolean;
}

/**
 * Returns the installation that runs now. A home that variables of this shell chose is in it: a
 * client that is started from a desktop lacks them.
 */
export function programOf(context: Context): Program {
  const { scriptPath, platform } = context;
  const { path, beside } = stayingNode(context);
  const home = homeOf(context);
  return {
    nodePath: path,
    scriptPath,
    platform,
    home: home === defaultHomeOf(context) ? undefined : home,
    ...(beside === undefined ? {} : { beside }),
    isSameNode: (found) => !isOfOneVersion(found) && isSameFile(found, context.nodePath),
  };
}

/**
 * Returns the variables with which an agent starts a server of ours: options of the person's own
 * Node could load a module that is missing, or that prints.
 */
export function serverVariables({ home }: Pick<Program, 'home'>): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: '', ...(home === undefined ? {} : { MEMENTOR_HOME: home }) };
}

export interface Call {
  /** Set for the program alone, as written, each followed by a space. */
  readonly variables?: string;
  /** May end the line first. */
  readonly before?: string;
  /** Whether the program is told which file the line named, where it starts another one. */
  readonly tellsWhatIsGone?: boolean;
}

/**
 * Returns the shell line of a call. It starts our Node with our script; if that Node is gone, the
 * Node in PATH, or the shim that was there; if the script is gone, the `mementor` in PATH, except in a file that others get too;
 * and otherwise does nothing.
 *
 * Clients list hooks by the beginning of their commands, so the first word names us; `:` does
 * nothing and starts no process. The line always succeeds: otherwise the client would report an
 * error at every prompt. A Node that cannot start (wrong architecture, or too old) is reported by
 * `mementor doctor`. Every shell that clients use takes the line, fish too.
 */
export function guardedCall(program: Program, words: string, call: Call = {}): string {
  const { nodePath, scriptPath, platform, home, beside, isShared = false } = program;
  const { variables = '', before = '', tellsWhatIsGone = false } = call;
  const script = doubleQuoted(scriptPath, platform);
  const node = doubleQuoted(nodePath, platform);
  const asked = home === undefined ? words : `${words} --home ${doubleQuoted(home, platform)}`;
  // On Windows, Git Bash or PowerShell runs the command, and they have no test syntax in common.
  if (platform === 'win32') return `${variables}${node} ${script} ${asked}`;
  const set = `NODE_OPTIONS= ${variables}`;
  const instead = (gone: string) => (tellsWhatIsGone ? `${asked} --instead-of ${gone}` : asked);
  const shim = beside === undefined ? undefined : doubleQuoted(`${beside}/node`, platform);
  const isNodeGone = `test ! -f ${script} || test -x ${node}`;
  return [
    `: mementor; ${before}test ! -f ${script} || test ! -x ${node} || ${set}${node} ${script} ${asked} || :`,
    `${isNodeGone} || ! command -v node >/dev/null || ${set}node ${script} ${instead(node)} || :`,
    ...(shim === undefined
      ? []
      : [
          `${isNodeGone} || command -v node >/dev/null || test ! -x ${shim} || ${set}${shim} ${script} ${instead(node)} || :`,
        ]),
    ...(isShared
      ? []
      : [
          `test -f ${script} || ! command -v mementor >/dev/null || ${set}mementor ${instead(script)} || :`,
        ]),
  ].join('; ');
}
