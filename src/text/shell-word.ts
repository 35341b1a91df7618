/** Words of a POSIX shell's command line. Pure. */

/** Returns a text as one word: as it is, or in single quotes. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
