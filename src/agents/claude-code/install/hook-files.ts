/** Takes one of our hook commands apart: `<node> <script> hook <word>`, with tests before it or none. */

import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';

const WORD = String.raw`"(?:[^"\\]|\\[\s\S])*"|'[^']*'|[^\s"']+`;
const COMMAND = new RegExp(
  `^\\s*(?:test ! -[fx] (?:${WORD}) \\|\\| ){0,2}(${WORD})\\s+(${WORD})\\s+hook\\s+(\\S+)`,
);

/** Returns the Node binary and the script that a command starts. */
export function filesOf(command: string): string[] {
  const [, node, script] = COMMAND.exec(command) ?? [];
  return node !== undefined && script !== undefined ? [unquote(node), unquote(script)] : [];
}

/** Returns what commands start that is not there. */
export function missingFiles(commands: readonly string[]): string[] {
  const files = new Set(commands.flatMap(filesOf));
  // A word that is no absolute path is looked up by the shell, in an environment unknown here.
  return [...files].filter((path) => isAbsolute(path) && !existsSync(path));
}

/** Returns the Node binaries that commands start, by their absolute paths. */
export function nodesOf(commands: readonly string[]): string[] {
  const nodes = new Set(commands.flatMap((command) => filesOf(command).slice(0, 1)));
  return [...nodes].filter((path) => isAbsolute(path));
}

/** Returns which hook a command is. */
export function wordOf(command: string): string {
  return COMMAND.exec(command)?.[3] ?? command;
}

function unquote(word: string): string {
  if (word.startsWith('"')) return word.slice(1, -1).replace(/\\([\\"$`])/g, '$1');
  return word.startsWith("'") ? word.slice(1, -1) : word;
}
