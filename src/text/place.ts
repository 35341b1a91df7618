/** Positions in a text, as an editor shows them. Pure. */

/** Returns line and column, both from 1. */
export function placeOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return `${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
}
