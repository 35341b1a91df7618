/** Names that are safe as names of files. Pure. */

/** Whether an id can be the name of a file: it leads nowhere else, whoever wrote it. */
export function isPlainName(id: string): boolean {
  return /^[\w-]{1,100}$/.test(id);
}
