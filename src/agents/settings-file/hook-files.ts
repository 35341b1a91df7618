/** The files that our hook commands run. */

import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { callsInOwn } from './own-command.ts';

/** Returns the Node binary and the script that one of our commands runs. */
export function filesOf(command: string): string[] {
  return callsInOwn(command).flatMap(({ node, script }) =>
    node === undefined ? [script] : [node, script],
  );
}

/** Returns the files that commands run but that do not exist. */
export function missingFiles(commands: readonly string[]): string[] {
  const files = new Set(commands.flatMap(filesOf));
  // The shell looks up a relative path in an environment that is unknown here.
  return [...files].filter((path) => isAbsolute(path) && !existsSync(path));
}

/** Returns the absolute paths of the Node binaries that commands run. */
export function nodesOf(commands: readonly string[]): string[] {
  const nodes = commands.flatMap(callsInOwn).map(({ node }) => node ?? '');
  return [...new Set(nodes)].filter((path) => isAbsolute(path));
}

/** Returns the hook's word in a command, else the command itself. */
export function wordOf(command: string): string {
  return callsInOwn(command)[0]?.word ?? command;
}
