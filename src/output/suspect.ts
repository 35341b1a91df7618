/** The flag of work that its agent was not sure of. Pure. */

/** Returns how such work is flagged; empty for other work. */
export function suspectText(tags: readonly string[]): string {
  return tags.length === 0 ? '' : `suspect: ${tags.map((tag) => `#${tag}`).join(' ')}`;
}
