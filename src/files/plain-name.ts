/** Ids that are safe as file names. Pure. */

/** Whether an id is safe as a file name: it cannot lead to another folder, whoever wrote it. */
export function isPlainName(id: string): boolean {
  return /^[\w-]{1,100}$/.test(id);
}
