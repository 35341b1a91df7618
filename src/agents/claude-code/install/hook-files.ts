/** Parses our hook commands: `<node> <script> hook <word>`, with or without tests before it. */

import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';

const WORD = String.raw`"(?:[^"\\]|\\[\s\S])*"|'[^']*'|[^\s"']+`;
const COMMAND = new RegExp(
  `^\\s*(?:test ! -[fx] (?:${WORD}) \\|\\| ){0,2}(${WORD})\\s+(${WORD})\\s+hook\\s+(\\S+)`,
);

/** Returns the Node binary and the script that a command runs. */
export function filesOf(command: string): string[] {
  const [, node, script] = COMMAND.exec(command) ?? [];
  return node !== undefined && script !== undefined ? [unquote(node), unquote(script)] : [];
}

/** Returns the files that commands run but that do not exist. */
export function missingFiles(commands: readonly string[]): string[] {
  const files = new Set(commands.flatMap(filesOf));
  // The shell looks up a relative path in an environment that is unknown here.
  return [...files].filter((path) => isAbsolute(path) && !existsSync(path));
}

/** Returns the absolute paths of the Node binaries that commands run. */
export function nodesOf(commands: readonly string[]): string[] {
  const nodes = new Set(commands.flatMap((command) => filesOf(command).slice(0, 1)));
  return [...nodes].filter((path) => isAbsolute(path));
}

/** Returns the hook's word in a command, else the command itself. */
export function wordOf(command: string): string {
  return COMMAND.exec(command)?.[3] ?? command;
}

function unquote(word: string): string {
  if (word.startsWith('"')) return word.slice(1, -1).replace(/\\([\\"$`])/g, '$1');
  return word.startsWith("'") ? word.slice(1, -1) : word;
}
