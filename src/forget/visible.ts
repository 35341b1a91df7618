/** Names that a mask pattern matches but that a scrub leaves: of folders, projects and branches. */

import { type Memory, native, translated } from '../memory.ts';

export interface Visible {
  /** How many sessions have such a branch name. */
  readonly branches: number;
  /** How many projects have such a name or folder. */
  readonly projects: number;
  /** How many sessions ran in such a folder. */
  readonly folders: number;
}

/** More sessions than anyone has. */
const SESSIONS_MAX = 1_000_000;

/** Counts the names that the user's own patterns match. */
export function visibleIn(memory: Memory, directory: string, mask: readonly string[]): Visible {
  const isMatched = (name: string | null | undefined) => name != null && matches(name, mask);
  const projects = translated(() => memory.projects());
  const sessions = translated(() => memory.sessions(directory, null, true, SESSIONS_MAX));
  return {
    branches: sessions.filter(({ branch }) => isMatched(branch)).length,
    projects: projects.filter(({ key, name }) => isMatched(key) || isMatched(name)).length,
    folders: sessions.filter(({ cwd }) => isMatched(cwd)).length,
  };
}

/** Rules for secrets apply to names as well: only a pattern of the user makes a difference here. */
function matches(name: string, mask: readonly string[]): boolean {
  if (mask.length === 0) return false;
  return native().maskAnswer(name, [...mask]) !== native().maskAnswer(name, []);
}

export function isNothing({ branches, projects, folders }: Visible): boolean {
  return branches + projects + folders === 0;
}
