/** Where recall is muted: sessions by id, projects by their root folder. */

import { isWithin, realOf } from '../files/folders.ts';
import { type Muted, native } from '../memory.ts';

export const NOTHING_MUTED: Muted = { sessions: [], projects: [], turns: [], lessons: [] };

/** Returns what is muted; throws if that cannot be understood. */
export function readMuted(home: string): Muted {
  return native().muted(home);
}

/** Returns which rule mutes a prompt; `undefined` if none does. */
export function mutedBy(
  muted: Muted,
  session: string | undefined,
  directory: string,
): 'session' | 'project' | undefined {
  if (session !== undefined && muted.sessions.includes(session)) return 'session';
  return mutedFolders(muted, directory).length > 0 ? 'project' : undefined;
}

/** Returns the muted folders that are a directory or a parent of it. */
export function mutedFolders({ projects }: Muted, directory: string): readonly string[] {
  // The usual case: avoids resolving paths.
  if (projects.length === 0) return [];
  const real = realOf(directory);
  return projects.filter((folder) => isWithin(folder, real));
}
