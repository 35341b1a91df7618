/** Quotes words for a POSIX shell. Pure. */

/** Returns a text as one word: unchanged, or in single quotes. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
