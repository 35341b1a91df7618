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

/**
 * Shortens the paths in a sentence: those in the folder are relative, those in the home begin with
 * `~`. A path in quotes stays: no shell would expand it.
 */
export function withShortPaths(text: string, { folder, home }: From): string {
  return [[folder, ''] as const, [home, '~/'] as const].reduce(
    (said, [root, short]) => (root ? shortened(said, root, short) : said),
    text,
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with the escape character
const BEGINS = /(?:^|[\s(`,]|\u001B\[\d+m)$/;

function shortened(text: string, root: string, short: string): string {
  if (root === '/') return text;
  const parts = text.split(`${root}/`);
  return parts.reduce((said, part) => {
    const begins = BEGINS.test(said);
    return said + (begins ? short : `${root}/`) + part;
  });
}

/** Windows' separators count too: a memory may come from another machine. */
function restBelow(folder: string | null | undefined, path: string): string | undefined {
  if (!folder || folder === '/' || !path.startsWith(folder)) return undefined;
  const rest = path.slice(folder.length);
  return /^[/\\]./.test(rest) ? rest.slice(1) : undefined;
}
