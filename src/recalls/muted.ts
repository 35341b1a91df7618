/** Where recall is muted: sessions by id, projects by their root folder. */

import { codeOf, MementorError, reasonOf } from '../errors/errors.ts';
import { isWithin, realOf } from '../files/folders.ts';
import { isStrings, parseObject } from '../files/json-object.ts';
import { readText } from '../files/regular-file.ts';
import { mutedOf } from '../home/paths.ts';

export interface Muted {
  /** The most recently muted session is last. */
  readonly sessions: readonly string[];
  /** Real paths; their subfolders are muted too. */
  readonly projects: readonly string[];
  /** Turns that are never added to a prompt, by id. */
  readonly turns: readonly string[];
}

export const NOTHING_MUTED: Muted = { sessions: [], projects: [], turns: [] };

/** Reads the file; a missing file mutes nothing, and an invalid one throws. */
export function readMuted(home: string): Muted {
  const path = mutedOf(home);
  const text = textOf(path);
  if (text === undefined) return NOTHING_MUTED;
  const fields = parseObject(text);
  const { sessions = [], projects = [], turns = [] } = fields ?? {};
  const isValid = isStrings(sessions) && isStrings(projects) && isStrings(turns);
  if (fields === undefined || !isValid) {
    throw broken(path, 'it must hold an object with the lists `sessions`, `projects` and `turns`');
  }
  return { sessions, projects, turns };
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

function textOf(path: string): string | undefined {
  try {
    return readText(path);
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw broken(path, `it cannot be read: ${reasonOf(error)}`);
  }
}

function broken(path: string, what: string): MementorError {
  const hint = 'repair it, or delete it: then nothing is muted';
  return new MementorError('MUTED_BROKEN', `${path}: ${what}`, hint);
}
