/** Quotes words for a POSIX shell. Pure. */

/** Returns a text as one word: unchanged, or in single quotes. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns a command that runs in a directory, where one is known. */
export function commandIn(directory: string | null | undefined, command: string): string {
  return directory ? `cd ${shellWord(directory)} && ${command}` : command;
}
