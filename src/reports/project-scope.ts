/** Which projects a command is about, and which directories belong to them. */

import { isWithin, realOf } from '../files/folders.ts';
import type { Memory, Within } from '../memory.ts';
import { requireProject } from './project-names.ts';

export interface Where {
  /** Name or key of a project; defaults to that of the working directory. */
  readonly project: string | undefined;
  /** Whether every project counts. */
  readonly everything: boolean;
}

/** Returns where the core searches. */
export function withinOf({ project, everything }: Where, directory: string): Within {
  return { directory, everything, ...(project === undefined ? {} : { project }) };
}

/** Returns where the core searches; throws if a project is named that is not stored. */
export function withinStored(where: Where, memory: Memory, directory: string): Within {
  if (where.project !== undefined) requireProject(memory, where.project);
  return withinOf(where, directory);
}

/** All projects, wherever a command runs. */
export const ALL_PROJECTS: Within = { directory: '/', everything: true };

export interface ScopedProjects {
  /** Keys of the projects; several may share a name. */
  readonly keys: ReadonlySet<string>;
  readonly name: string;
}

/** Returns the projects meant; undefined if all are. Throws if none has the name. */
export function projectsMeant(
  { project, everything }: Where,
  cwd: string,
  memory: Memory,
): ScopedProjects | undefined {
  if (everything) return undefined;
  if (project !== undefined) return projectsNamed(project, memory);
  const { key, name } = memory.belonging(cwd).project;
  return { keys: new Set([key]), name };
}

function projectsNamed(name: string, memory: Memory): ScopedProjects {
  return { keys: new Set(requireProject(memory, name).map(({ key }) => key)), name };
}

/**
 * Returns a test for directories. Without a memory, the directory itself and its parents count,
 * because it is not known which projects they belong to.
 */
export function directoryTest(
  scope: Where,
  cwd: string,
  memory: Memory | undefined,
): (directory: string) => boolean {
  if (scope.everything) return () => true;
  if (memory === undefined) return (directory) => isWithin(realOf(directory), realOf(cwd));
  const meant = projectsMeant(scope, cwd, memory);
  const keys = new Map<string, string>();
  return (directory) => {
    const key = keys.get(directory) ?? memory.belonging(directory).project.key;
    keys.set(directory, key);
    return meant?.keys.has(key) !== false;
  };
}
