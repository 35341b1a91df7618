/** Names that a mask pattern matches but that a scrub leaves: of folders and projects. */

import { type Memory, native, translated } from '../memory.ts';

export interface Visible {
  /** How many projects have such a name or folder. */
  readonly projects: number;
  /** How many sessions ran in such a folder. */
  readonly folders: number;
}

/** More sessions than anyone has. */
const SESSIONS_MAX = 1_000_000;

/** Counts the names that the user's own patterns match. */
export function visibleIn(memory: Memory, directory: string, mask: readonly string[]): Visible {
  // Without a pattern nothing matches: spares reading every session.
  if (mask.length === 0) return { projects: 0, folders: 0 };
  const isMatched = (name: string | null | undefined) => name != null && matches(name, mask);
  const projects = translated(() => memory.projects());
  const sessions = translated(() => memory.sessions(directory, null, true, SESSIONS_MAX));
  return {
    projects: projects.filter(({ key, name }) => isMatched(key) || isMatched(name)).length,
    folders: sessions.filter(({ cwd }) => isMatched(cwd)).length,
  };
}

/** Rules for secrets apply to names as well: only a pattern of the user makes a difference here. */
function matches(name: string, mask: readonly string[]): boolean {
  return native().maskAnswer(name, [...mask]) !== native().maskAnswer(name, []);
}

export function isNothing({ projects, folders }: Visible): boolean {
  return projects + folders === 0;
}
