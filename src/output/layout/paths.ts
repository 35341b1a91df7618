/** Paths as short as they can be said. Pure. */

export interface From {
  /** The folder of the project or session; undefined if it is not known. */
  readonly folder?: string | null | undefined;
  /** The user's home directory. */
  readonly home?: string | undefined;
}

/** Returns a path relative to the folder if it is inside, with `~` if it is inside the home. */
export function shortPath(path: string, { folder, home }: From): string {
  const inside = restBelow(folder, path);
  if (inside !== undefined) return inside;
  const atHome = restBelow(home, path);
  return atHome === undefined ? path : `~/${atHome}`;
}

/** Windows' separators count too: a memory may come from another machine. */
function restBelow(folder: string | null | undefined, path: string): string | undefined {
  if (!folder || folder === '/' || !path.startsWith(folder)) return undefined;
  const rest = path.slice(folder.length);
  return /^[/\\]./.test(rest) ? rest.slice(1) : undefined;
}
