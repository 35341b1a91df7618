/** Takes one of our hook commands, `<node> <script> hook <word>`, apart. Pure. */

const WORD = String.raw`"(?:[^"\\]|\\[\s\S])*"|'[^']*'|[^\s"']+`;
const COMMAND = new RegExp(`^\\s*(${WORD})\\s+(${WORD})\\s+hook\\s+(\\S+)`);

/** Returns the Node binary and the script that a command starts. */
export function filesOf(command: string): string[] {
  const [, node, script] = COMMAND.exec(command) ?? [];
  return node !== undefined && script !== undefined ? [unquote(node), unquote(script)] : [];
}

/** Returns which hook a command is. */
export function wordOf(command: string): string {
  return COMMAND.exec(command)?.[3] ?? command;
}

function unquote(word: string): string {
  if (word.startsWith('"')) return word.slice(1, -1).replace(/\\([\\"$`])/g, '$1');
  return word.startsWith("'") ? word.slice(1, -1) : word;
}
